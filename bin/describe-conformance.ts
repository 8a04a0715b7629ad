import { beforeAll, describe, test } from "vitest";
import { inCatalogue } from "#contract";
import { headlineOf, standingOf, troublesOf } from "#reports";
import type { Report, ReportRequirement } from "#reports";
import { askedRequirements, matches } from "#runner";
import { defaults } from "./options/defaults.ts";
import { extensionsGiven, runAgainst } from "./reach/run-against.ts";
import type { EndpointOptions } from "./reach/run-against.ts";

/** How long the checks of a whole profile may take before vitest gives up, in milliseconds. */
const usualTimeoutMs = 300_000;

/** What is checked, and how long it may take. */
export interface DescribeOptions extends EndpointOptions {
  /** In milliseconds; five minutes by default. */
  readonly timeoutMs?: number;
}

/**
 * Declares one test for each requirement of a profile, and of extensions, inside a vitest file of the user's own. The checks
 * run once, before the first of them. A broken MUST, and one that could not be decided, fails its test;
 * what does not apply is skipped with its reason; a broken SHOULD passes with a note.
 */
export function describeConformance(options: DescribeOptions): void {
  const { profile = defaults.profile, only = [], skip = [], timeoutMs = usualTimeoutMs } = options;
  const { requirements: own } = extensionsGiven(options.extensions);
  const asked = askedRequirements(profile, own).map(({ requirement }) => requirement);
  const ids = asked.filter(
    (id) =>
      (only.length === 0 || only.some((pattern) => matches(pattern, id))) &&
      !skip.some((pattern) => matches(pattern, id)),
  );
  describe(`conformance to ${profile}`, () => {
    let report: Report | undefined;
    beforeAll(async () => {
      report = await runAgainst({ ...options, profile });
    }, timeoutMs);

    test("the run came to its end", () => {
      const [trouble] = report === undefined ? [] : troublesOf(report);
      if (trouble !== undefined) throw new Error(trouble.message);
      const unlisted = report?.requirements.find(
        (of) => isRed(of) && !ids.includes(of.requirement),
      );
      if (unlisted !== undefined) throw new RequirementBroken(unlisted);
    });

    for (const id of ids) {
      const statement = (inCatalogue(id) ?? own.find((one) => one.id === id))?.statement ?? "";
      test(`${id}: ${statement}`, ({ skip: skipTest, annotate }) => {
        const of = report?.requirements.find(({ requirement }) => requirement === id);
        if (of === undefined) throw new Error(`the run has no verdict on ${id}`);
        return settle(of, { skip: skipTest, annotate });
      });
    }
  });
}

/** A pattern may select checks or cases; then the requirements that they cover have no test of their own. */
function isRed(of: ReportRequirement): boolean {
  const standing = standingOf(of);
  return standing === "failed" || standing === "errored";
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
    case "errored":
      throw new RequirementBroken(of);
  }
}

/** A requirement that an endpoint breaks, or on which the run could not decide. */
export class RequirementBroken extends Error {
  override readonly name = "RequirementBroken";
  readonly requirement: string;

  constructor(of: ReportRequirement) {
    const repeat = of.repeat === undefined ? "" : `\nrepeat: ${of.repeat}`;
    super(`${of.verdict} (${of.level}): ${headlineOf(of)}${repeat}`);
    this.requirement = of.requirement;
  }
}
