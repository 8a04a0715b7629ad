/** A part of the code that judges, and the tests that are held against it. */
export interface Section {
  readonly name: string;
  /** What is mutated: paths and patterns of files, seen from the root. */
  readonly sources: readonly string[];
  /** What must notice: only tests that are about these files, so that a mutant takes a moment; the quick ones first. */
  readonly tests: readonly string[];
  /** Files of checks, of which only what judges is changed: tests of judges drive no target. */
  readonly isOfChecks?: boolean;
}

/**
 * The folders of checks that judge by rules of their own; those of properties, histories and controllers are
 * the model and the checker, and a server that dies is judged in `bin`.
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

/** The sections, the most valuable ones first. */
export const sections: readonly Section[] = [
  {
    name: "verdict",
    sources: [
      "suites/runner/verdict.ts",
      "suites/runner/attempts.ts",
      "suites/runner/conclusion.ts",
      "suites/runner/settled.ts",
      "suites/runner/second-look.ts",
      "suites/runner/judge-case.ts",
      "suites/runner/judge-all.ts",
    ],
    tests: [
      "suites/runner/verdict.test.ts",
      "suites/runner/conclusion.test.ts",
      "suites/runner/second-look.test.ts",
      "suites/runner/judging.test.ts",
      "suites/runner/settled.test.ts",
    ],
  },
  {
    name: "finding",
    sources: [
      "suites/harness/judging/finding.ts",
      "suites/harness/judging/given.ts",
      "suites/harness/refusals/refusal.ts",
      "suites/harness/refusals/none-moved.ts",
      "suites/harness/refusals/judge-refusals.ts",
      "suites/harness/judging/judge-status.ts",
      "suites/harness/judging/compare.ts",
      "suites/harness/judging/vacuous.ts",
    ],
    tests: [
      "suites/harness/judging/finding.test.ts",
      "suites/harness/refusals/refusal.test.ts",
      "suites/harness/refusals/none-moved.test.ts",
      "suites/harness/judging/judge-status.test.ts",
      "suites/harness/judging/compare.test.ts",
    ],
  },
  {
    name: "outcome",
    sources: [
      "suites/targets/graphql/replies/outcome.ts",
      "suites/targets/graphql/replies/classify.ts",
      "suites/targets/graphql/replies/conditions.ts",
      "suites/targets/kubernetes/read-refusal.ts",
      "suites/targets/kubernetes/read-reply.ts",
    ],
    tests: [
      "suites/targets/graphql/replies/outcome.test.ts",
      "suites/targets/graphql/outcome-bounds.test.ts",
      "suites/targets/graphql/replies/outcome-refusals.test.ts",
      "suites/targets/graphql/replies/classify.test.ts",
      "suites/targets/graphql/replies/conditions.test.ts",
      "suites/targets/kubernetes/read-refusal.test.ts",
      "suites/targets/kubernetes/read-reply.test.ts",
    ],
  },
  {
    name: "controllers",
    sources: [
      "suites/checker/controllers/rules/*.ts",
      "!suites/checker/controllers/rules/*.test.ts",
    ],
    tests: ["suites/checker/controllers/rules/*.test.ts"],
  },
  {
    name: "checker",
    sources: [
      "suites/checker/search/decide.ts",
      "suites/checker/check-object.ts",
      "suites/checker/objects/attribution.ts",
      "suites/checker/accusation.ts",
      "suites/checker/merged-verdict.ts",
      "suites/checker/watches/watch-order.ts",
      "suites/checker/watches/watch-progress.ts",
      "suites/checker/watches/watch-stream.ts",
      "suites/checker/watches/watch-lessons.ts",
      "suites/checker/watches/watch-report.ts",
    ],
    tests: [
      "suites/checker/merged-verdict.test.ts",
      "suites/checker/watches/watch-faults.test.ts",
      "suites/checker/watches/watch-lessons.test.ts",
      "suites/checker/watches/watch-lost-writes.test.ts",
      "suites/checker/watches/watch-open-order.test.ts",
      "suites/checker/watches/watch-order.test.ts",
      "suites/checker/watches/watch-replays.test.ts",
      "suites/checker/accusation.test.ts",
      "suites/checker/accusation-lost-writes.test.ts",
      "suites/checker/accusation-several.test.ts",
      "suites/checker/objects/attribution.test.ts",
      "suites/checker/histories.test.ts",
      "suites/checker/order.test.ts",
      "suites/checker/check-history.test.ts",
      "suites/checker/assumptions.test.ts",
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

/** The sections of these names, separated by commas; all of them where none is asked for. Throws on an unknown name. */
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
