/** A section of the judging code, and the tests that must detect its mutants. */
export interface Section {
  readonly name: string;
  /** Paths and patterns of the files to mutate, relative to the root. */
  readonly sources: readonly string[];
  /** The test files to run, fastest first. Other tests do not run, so that each mutant takes little time. */
  readonly tests: readonly string[];
  /**
   * Whether the files contain checks. Only the judging code of checks is mutated, because tests of judges send no
   * requests.
   */
  readonly isOfChecks?: boolean;
}

/**
 * Folders of checks that contain their own rules. The checks in other folders (`durability`, `histories`, `properties`)
 * use the model and the checker.
 */
const areas = [
  "allocation",
  "apply",
  "authorization",
  "concurrency",
  "conditions",
  "deletion",
  "errors",
  "generation",
  "isolation",
  "kinds",
  "readiness",
  "semantics",
  "watch",
  "write",
] as const;

export const sections: readonly Section[] = [
  {
    name: "verdict",
    sources: [
      "suites/verdicts/record/verdict.ts",
      "suites/verdicts/record/attempts.ts",
      "suites/verdicts/judging/conclusion.ts",
      "suites/verdicts/drive/reruns.ts",
      "suites/verdicts/judging/judge-case.ts",
      "suites/verdicts/judging/judge-all.ts",
    ],
    tests: [
      "suites/verdicts/record/verdict.test.ts",
      "suites/verdicts/judging/conclusion.test.ts",
      "suites/verdicts/drive/reruns.test.ts",
      "suites/verdicts/record/judging.test.ts",
    ],
  },
  {
    name: "finding",
    sources: [
      "suites/harness/judging/finding.ts",
      "suites/harness/judging/given.ts",
      "suites/harness/refusals/try-refusal.ts",
      "suites/harness/refusals/none-moved.ts",
      "suites/harness/refusals/try-refusals.ts",
      "suites/harness/judging/judge-status.ts",
      "suites/harness/judging/describe-differences.ts",
    ],
    tests: [
      "suites/harness/judging/finding.test.ts",
      "suites/harness/refusals/try-refusal.test.ts",
      "suites/harness/refusals/none-moved.test.ts",
      "suites/harness/judging/judge-status.test.ts",
      "suites/harness/judging/describe-differences.test.ts",
    ],
  },
  {
    name: "outcome",
    sources: [
      "suites/targets/graphql/replies/outcome.ts",
      "suites/targets/graphql/replies/classify.ts",
      "suites/targets/graphql/dialect/spell-conditions.ts",
      "suites/targets/kubernetes/resources/read-refusal.ts",
      "suites/targets/kubernetes/requests/read-reply.ts",
    ],
    tests: [
      "suites/targets/graphql/replies/outcome.test.ts",
      "suites/targets/graphql/outcome-bounds.test.ts",
      "suites/targets/graphql/replies/outcome-refusals.test.ts",
      "suites/targets/graphql/replies/classify.test.ts",
      "suites/targets/graphql/dialect/spell-conditions.test.ts",
      "suites/targets/kubernetes/resources/read-refusal.test.ts",
      "suites/targets/kubernetes/requests/read-reply.test.ts",
    ],
  },
  {
    name: "controllers",
    sources: ["suites/wings/controllers/rules/*.ts", "!suites/wings/controllers/rules/*.test.ts"],
    tests: ["suites/wings/controllers/rules/*.test.ts"],
  },
  {
    name: "checker",
    sources: [
      "suites/checker/search/decide.ts",
      "suites/checker/verdict/check-object.ts",
      "suites/checker/objects/attribution.ts",
      "suites/checker/objects/operation-anomaly.ts",
      "suites/checker/verdict/check-history.ts",
      "suites/checker/reading/watch-line-order.ts",
      "suites/checker/watches/watch-progress.ts",
      "suites/checker/watches/watch-checker.ts",
      "suites/checker/watches/infer-from-watches.ts",
      "suites/checker/watches/watch-report.ts",
    ],
    tests: [
      "suites/checker/verdict/check-history.test.ts",
      "suites/checker/watches/watch-faults.test.ts",
      "suites/checker/watches/infer-from-watches.test.ts",
      "suites/checker/watches/watch-lost-writes.test.ts",
      "suites/checker/watches/watch-checker.test.ts",
      "suites/checker/reading/watch-line-order.test.ts",
      "suites/checker/watches/watch-replays.test.ts",
      "suites/checker/objects/operation-anomaly.test.ts",
      "suites/checker/objects/attribution.test.ts",
      "suites/checker/history/histories.test.ts",
      "suites/checker/history/order.test.ts",
      "suites/checker/history/assumptions.test.ts",
    ],
  },
  {
    name: "checks",
    isOfChecks: true,
    sources: areas.flatMap((area) => [
      `suites/checks/${area}/*.ts`,
      `!suites/checks/${area}/*.test.ts`,
      `!suites/checks/${area}/index.ts`,
    ]),
    tests: areas.map((area) => `suites/checks/${area}/*.test.ts`),
  },
];

/**
 * Returns the sections with the given comma-separated names. Defaults to all sections.
 *
 * @throws RangeError for an unknown name.
 */
export function sectionsOf(names: string | undefined): readonly Section[] {
  if (names === undefined) return sections;
  return names.split(",").map((name) => {
    const section = sections.find((one) => one.name === name);
    if (section !== undefined) return section;
    throw new RangeError(
      `there is no section "${name}": ${sections.map((one) => one.name).join(", ")}`,
    );
  });
}
