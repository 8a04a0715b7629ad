import { beforeAll, describe, test } from "vitest";
import { headlineOf, standingOf, runErrorsOf } from "#reports";
import type { Report, ReportRequirement } from "#reports";
import { defaults } from "../options/defaults.ts";
import { checkOptionNames, endpointOptionNames, runAgainst } from "../reach/run-against.ts";
import type { EndpointOptions } from "../reach/run-against.ts";
import { auditedRequirements } from "./audited.ts";

/** Time limit for all checks of a profile, in seconds. */
const usualTimeoutSeconds = 300;

/** The endpoint, and the time limit of its checks. */
export interface DescribeOptions extends EndpointOptions {
  /** Time limit for all checks together, in seconds; 300 by default. */
  readonly runTimeoutSeconds?: number;
}

/**
 * Declares one Vitest test for each requirement of a profile and of extensions. If `only` names checks or cases, only
 * the requirements that they can break get a test. The checks run once, before the first test. A broken MUST fails its
 * test with a {@link RequirementBroken}, an undecided one with a {@link RequirementUndecided}. A requirement that does
 * not apply is skipped with its reason; a broken SHOULD passes with a note.
 *
 * @throws UsageError for an unknown option, or if there would be no tests.
 */
export function describeConformance(options: DescribeOptions): void {
  checkOptionNames(options, [...endpointOptionNames, "runTimeoutSeconds"]);
  const { runTimeoutSeconds = usualTimeoutSeconds, ...chosen } = options;
  const { profile = defaults.profile } = chosen;
  const audited = auditedRequirements(chosen);
  describe(`conformance to ${profile}`, () => {
    let report: Report | undefined;
    beforeAll(async () => {
      report = await runAgainst({ ...chosen, profile });
    }, runTimeoutSeconds * 1000);

    test("the run finished", () => {
      const [runError] = report === undefined ? [] : runErrorsOf(report);
      if (runError !== undefined) throw new Error(runError.message);
    });

    for (const { id, statement } of audited) {
      test(`${id}: ${statement}`, ({ skip: skipTest, annotate }) => {
        const of = report?.requirements.find(({ requirement }) => requirement === id);
        if (of === undefined) throw new Error(`the run has no verdict for ${id}`);
        return settle(of, { skip: skipTest, annotate });
      });
    }
  });
}

interface TestTools {
  readonly skip: (note: string) => void;
  readonly annotate: (message: string, type: string) => Promise<unknown>;
}

async function settle(of: ReportRequirement, { skip, annotate }: TestTools): Promise<void> {
  switch (standingOf(of)) {
    case "passed":
      if (of.verdict !== "pass") await annotate(`${of.level} broken: ${headlineOf(of)}`, "warning");
      return;
    case "skipped":
      skip(`${of.verdict}: ${headlineOf(of)}`);
      return;
    case "failed":
      throw new RequirementBroken(of);
    case "errored":
      throw new RequirementUndecided(of);
  }
}

/** A requirement that an endpoint breaks. */
export class RequirementBroken extends Error {
  override readonly name = "RequirementBroken";
  readonly requirement: string;

  constructor(of: ReportRequirement) {
    super(wordsOf(of));
    this.requirement = of.requirement;
  }
}

/**
 * A requirement that a run could not decide: the suite or the connection failed, a prerequisite of the checks was
 * missing, or too few cases could be exercised. It does not indicate a defect of the endpoint.
 */
export class RequirementUndecided extends Error {
  override readonly name = "RequirementUndecided";
  readonly requirement: string;

  constructor(of: ReportRequirement) {
    super(wordsOf(of));
    this.requirement = of.requirement;
  }
}

function wordsOf(of: ReportRequirement): string {
  const repeat = of.repeat === undefined ? "" : `\nrepeat: ${of.repeat}`;
  return `${of.verdict} (${of.level}): ${headlineOf(of)}${repeat}`;
}
