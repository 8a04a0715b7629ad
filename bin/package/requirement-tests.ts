import { beforeAll, describe, test } from "vitest";
import { headlineOf, standingOf, runErrorsOf } from "#reports";
import type { Report, ReportRequirement } from "#reports";
import type { AuditedRequirement } from "./audited.ts";

export interface RequirementTests {
  readonly title: string;
  readonly requirements: readonly AuditedRequirement[];
  readonly run: () => Promise<Report>;
  readonly timeoutMs: number;
}

export function testRequirements({ title, requirements, run, timeoutMs }: RequirementTests): void {
  describe(title, () => {
    let report: Report | undefined;
    beforeAll(async () => {
      report = await run();
    }, timeoutMs);

    test("the run finished", () => {
      const [runError] = report === undefined ? [] : runErrorsOf(report);
      if (runError !== undefined) throw new Error(runError.message);
    });

    for (const { id, statement } of requirements) {
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

/** A requirement that an endpoint or a controller violates. */
export class RequirementBroken extends Error {
  override readonly name = "RequirementBroken";
  readonly requirement: string;

  constructor(of: ReportRequirement) {
    super(describeFindings(of));
    this.requirement = of.requirement;
  }
}

/**
 * A requirement for which a run was inconclusive: the suite or the connection failed, a prerequisite of the checks was
 * missing, or too few cases could be exercised. It does not indicate a defect of the endpoint or the controller.
 */
export class RequirementUndecided extends Error {
  override readonly name = "RequirementUndecided";
  readonly requirement: string;

  constructor(of: ReportRequirement) {
    super(describeFindings(of));
    this.requirement = of.requirement;
  }
}

function describeFindings(of: ReportRequirement): string {
  const repeat = of.repeat === undefined ? "" : `\nreproduce: ${of.repeat}`;
  return `${of.verdict} (${of.level}): ${headlineOf(of)}${repeat}`;
}
