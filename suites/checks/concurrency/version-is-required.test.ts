import { describe, expect, it } from "vitest";
import { keyOf } from "#contract";
import type { Outcome } from "#contract";
import type { Finding } from "#harness";
import {
  accepted,
  openResults,
  refused,
  resourceAt,
  resultsOf,
  strictTarget,
  trialWith,
} from "../testing/builders.ts";
import { noVersions, versionIsRequired, wrongVersion } from "./version-is-required.ts";

const requirements = [
  "concurrency.version-required",
  "concurrency.replacement-needs-version",
  "concurrency.empty-version-refused",
  "concurrency.foreign-version-refused",
] as const;

function judge(attempt: Outcome, after?: Outcome): readonly Finding[] {
  const key = keyOf(resourceAt("1"));
  const trial = trialWith({ attempt, ...(after === undefined ? {} : { after }) });
  return versionIsRequired.judge(
    noVersions.map((mistake) => ({ ...mistake, key, trial })),
    strictTarget,
  );
}

function wrongFor(current: string): readonly (string | undefined)[] {
  return noVersions.map((mistake) => wrongVersion(mistake, current));
}

describe("a write without a version that was issued", () => {
  const passed = accepted(resourceAt("2"));
  const [required, replacement] = requirements;

  it.each([
    { why: "is rejected as invalid", attempt: refused("invalid"), broken: [] },
    { why: "conflicts", attempt: refused("conflict"), broken: [required, replacement] },
    { why: "is not found", attempt: refused("notFound"), broken: requirements },
    { why: "is accepted", attempt: passed, broken: requirements },
  ])("$why", ({ attempt, broken }) => {
    const open = Object.fromEntries(broken.map((requirement) => [requirement, "violated"]));

    expect(openResults(judge(attempt))).toEqual(open);
  });

  it("names no current version if versions start at 0", () => {
    expect(wrongFor("7")).toEqual([undefined, "", "not-a-version", "-1", "0", "70", "7x"]);
    expect(wrongFor("0")).toEqual([undefined, "", "not-a-version", "-1", "-2", "10", "0x"]);
  });

  it("changes nothing if it is rejected", () => {
    expect(openResults(judge(refused("invalid"), passed))).toEqual({
      "isolation.refused-write-changes-nothing": "violated",
    });
  });

  it("is one without, an empty one, three that are foreign, one to come, and one that goes on", () => {
    const tried = noVersions.map(({ version, isAppended = false }) => [version, isAppended]);

    expect(tried).toEqual([
      [undefined, false],
      ["", false],
      ["not-a-version", false],
      ["-1", false],
      ["0", false],
      ["0", true],
      ["x", true],
    ]);
    expect(
      requirements.map((requirement) => resultsOf(judge(refused("invalid")), requirement).length),
    ).toEqual([1, 1, 1, 5]);
  });
});
