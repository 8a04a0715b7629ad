import { explainedChecker } from "./explained-checker.ts";
import { explainedControllers } from "./explained-controllers.ts";
import { explainedWatchProgress } from "./explained-watch-progress.ts";
import { explainedWatches } from "./explained-watches.ts";
import type { Explanation } from "./explanation.ts";

/**
 * All explanations of surviving mutants. An explanation must be removed once its mutant is killed or no longer
 * generated.
 */
export const explained: readonly Explanation[] = [
  ...explainedChecker,
  ...explainedControllers,
  ...explainedWatchProgress,
  ...explainedWatches,
  {
    file: "suites/targets/graphql/replies/outcome.ts",
    was: 'const body = data.kind === "json" && isJsonObject(data.value) ? data.value : undefined;',
    becomes: "const body = true && isJsonObject(data.value) ? data.value : undefined;",
    because: "Data that is not JSON is a string, which is not an object either.",
  },
  {
    file: "suites/targets/kubernetes/requests/read-reply.ts",
    was: 'if (data.kind !== "json" || !isJsonObject(data.value)) {',
    becomes: "if (false || !isJsonObject(data.value)) {",
    because: "Data that is not JSON is a string, which is not an object either.",
  },
  {
    file: "suites/targets/graphql/replies/outcome.ts",
    was: "...(status === undefined ? {} : { http: status }),",
    becomes: "...(false ? {} : { http: status }),",
    because: "An undefined status is equivalent to an absent one.",
  },
  {
    file: "suites/targets/graphql/replies/outcome.ts",
    was: "...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }), ...(exhausted",
    becomes: "...(false ? {} : { retryAfterSeconds }), ...(exhausted",
    because: "An undefined time is equivalent to an absent one.",
  },
  {
    file: "suites/harness/judging/given.ts",
    was: ': undecided(requirement, "nothing to judge", evidence);',
    becomes: ': undecided(requirement, "", evidence);',
    because: "Findings without an object have returned earlier; only the compiler requires this.",
  },
  {
    file: "suites/harness/judging/given.ts",
    was: "return Object.keys(steps).every((name) => Object.hasOwn(objects, name));",
    becomes: "return Object.keys(steps).some(name => Object.hasOwn(objects, name));",
    because: "Findings without an object have returned earlier; only the compiler requires this.",
  },
  {
    file: "suites/harness/judging/describe-differences.ts",
    was: "for (let i = 0; i < length; i += 1) {",
    becomes: "for (let i = 0; i <= length; i += 1) {",
    because: "Beyond the end of both lists, undefined equals undefined.",
  },
  {
    file: "suites/harness/judging/given.ts",
    was: 'const nothing = { holds: true, expected: "", actual: "", evidence: [], instances: 0 } as const;',
    becomes:
      'const nothing = { holds: true, expected: "Stryker was here!", actual: "", evidence: [], instances: 0 } as const;',
    because: "The texts of a claim that holds are never shown.",
  },
  {
    file: "suites/harness/judging/given.ts",
    was: 'const nothing = { holds: true, expected: "", actual: "", evidence: [], instances: 0 } as const;',
    becomes:
      'const nothing = { holds: true, expected: "", actual: "Stryker was here!", evidence: [], instances: 0 } as const;',
    because: "The texts of a claim that holds are never shown.",
  },
];
