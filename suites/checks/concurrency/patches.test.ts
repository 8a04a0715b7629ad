import { describe, expect, it } from "vitest";
import {
  accepted,
  noReply,
  openResults,
  refused,
  resourceAt,
  strictTarget,
  trialWith,
} from "../testing/builders.ts";
import { patchOf, stalePatchConflicts } from "./stale-patch-conflicts.ts";

describe("a stale patch", () => {
  const merge = trialWith({ attempt: refused("conflict") });
  const passed = trialWith({ attempt: accepted(resourceAt("3")) });

  it.each([
    { why: "a conflict", attempt: refused("conflict"), expected: {} },
    {
      why: "accepted",
      attempt: accepted(resourceAt("3")),
      expected: { "concurrency.stale-json-patch-conflicts": "violated" },
    },
    {
      why: "invalid",
      attempt: refused("invalid"),
      expected: { "concurrency.stale-json-patch-conflicts": "violated" },
    },
    {
      why: "no response",
      attempt: noReply,
      expected: { "concurrency.stale-json-patch-conflicts": "errored" },
    },
  ])("$why", ({ attempt, expected }) => {
    const trials = { merge, json: trialWith({ attempt }) };

    expect(openResults(stalePatchConflicts.judge({ trials }, strictTarget))).toEqual(expected);
  });

  it.each(["merge", "json", "apply"] as const)("is only accepted in the format %s", (format) => {
    const trials = { merge, json: merge, apply: merge, [format]: passed };

    expect(openResults(stalePatchConflicts.judge({ trials }, strictTarget))).toEqual({
      [`concurrency.stale-${format === "apply" ? "apply" : `${format}-patch`}-conflicts`]:
        "violated",
    });
  });

  it.each(["merge", "json", "apply"] as const)("changes nothing in the format %s", (format) => {
    const moved = trialWith({ attempt: refused("conflict"), after: accepted(resourceAt("3")) });
    const findings = stalePatchConflicts.judge({ trials: { [format]: moved } }, strictTarget);

    expect(openResults(findings)).toEqual({
      "isolation.refused-write-changes-nothing": "violated",
    });
  });

  it("replaces the whole status", () => {
    const status = { num: 2 };

    expect(patchOf("merge", status)).toEqual({ status });
    expect(patchOf("apply", status)).toEqual({ status });
    expect(patchOf("json", status)).toEqual([{ op: "add", path: "/status", value: status }]);
  });

  it("is no instance in a format that the target does not accept", () => {
    const findings = stalePatchConflicts.judge({ trials: { merge } }, strictTarget);

    expect(
      findings.filter((finding) => finding.result === "held" && finding.instances === 0),
    ).toMatchObject([
      { requirement: "concurrency.stale-json-patch-conflicts" },
      { requirement: "concurrency.stale-apply-conflicts" },
    ]);
  });
});
