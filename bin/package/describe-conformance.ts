import { defaults } from "../options/option-defaults.ts";
import { checkOptionNames, endpointOptionNames, runAgainst } from "../reach/run-against.ts";
import type { EndpointOptions } from "../reach/run-against.ts";
import { auditedRequirements } from "./audited.ts";
import { testRequirements } from "./requirement-tests.ts";

const usualTimeoutSeconds = 300;

/** The endpoint, and the time limit for its checks. */
export interface DescribeOptions extends EndpointOptions {
  /** Time limit for all checks together, in seconds. 300 by default. */
  readonly runTimeoutSeconds?: number;
}

/**
 * Declares one Vitest test for each requirement of a profile and of extensions. If `only` selects checks or cases, only
 * the requirements that they can violate get a test. The checks run once, before the first test. A violated MUST fails
 * its test with a {@link RequirementBroken}, and an inconclusive MUST with a {@link RequirementUndecided}. A
 * requirement that does not apply is skipped with its reason; a violated SHOULD passes with a note.
 *
 * @throws UsageError for an unknown option, or if there would be no tests.
 */
export function describeConformance(options: DescribeOptions): void {
  checkOptionNames(options, [...endpointOptionNames, "runTimeoutSeconds"]);
  const { runTimeoutSeconds = usualTimeoutSeconds, ...chosen } = options;
  const { profile = defaults.profile } = chosen;
  testRequirements({
    title: `conformance to ${profile}`,
    requirements: auditedRequirements(chosen),
    run: () => runAgainst({ ...chosen, profile }),
    timeoutMs: runTimeoutSeconds * 1000,
  });
}
