import { expect, it } from "vitest";
import type { RequirementId } from "#contract";
import { defineCheck } from "#harness";
import type { AnyCheck } from "#harness";
import type { Trial } from "./fault-trial.ts";
import { unprovenChecks } from "./try-extensions.ts";

const check = (id: string, covers: readonly RequirementId[]): AnyCheck =>
  defineCheck<unknown>({
    id,
    title: id,
    covers,
    scope: "target",
    drive: () => Promise.resolve({}),
    judge: () => [],
  });

const trial = (requirement: RequirementId, verdict: "fail" | "pass" | "warn"): Trial => ({
  verdicts: [{ requirement, level: "MUST", verdict }],
  durationMs: 1,
  exchanges: 1,
});

it("names the checks that no fault has shown to see anything", () => {
  const checks = [
    check("x-a/seen", ["x-a.one", "x-a.two"]),
    check("x-a/blind", ["x-a.three"]),
    check("x-a/warning", ["x-a.four"]),
  ];
  const trials = [trial("x-a.two", "fail"), trial("x-a.three", "pass"), trial("x-a.four", "warn")];

  expect(unprovenChecks({ checks }, trials).map(({ id }) => id)).toEqual(["x-a/blind"]);
  expect(unprovenChecks({ checks }, [])).toEqual(checks);
});
