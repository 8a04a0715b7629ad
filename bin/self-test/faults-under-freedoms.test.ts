import { describe, expect, it } from "vitest";
import { faults, freedoms } from "#reference";
import { runFaultsUnderFreedoms, fateOf, underFreedomsText } from "./faults-under-freedoms.ts";
import type { Trial } from "./fault-trial.ts";

const trial: Trial = {
  fault: "status-default-missing-in-event",
  under: ["no-watches"],
  verdicts: [],
  durationMs: 1,
  exchanges: 1,
};

function withVerdict(verdict: Trial["verdicts"][number]["verdict"]): Trial {
  return {
    ...trial,
    verdicts: [{ requirement: "write.status-default-is-visible", level: "MUST", verdict }],
  };
}

describe("a fault in a server with freedoms", () => {
  it.each([
    { verdict: "fail", fate: "detected" },
    { verdict: "flaky", fate: "detected" },
    { verdict: "pass", fate: "missed" },
    { verdict: "inconclusive", fate: "missed" },
    { verdict: "excluded", fate: "without effect" },
  ] as const)("is $fate if a requirement that it breaks is $verdict", ({ verdict, fate }) => {
    expect(fateOf(withVerdict(verdict))).toBe(fate);
  });

  it("is untested, and not missed, if the trial has failed", () => {
    const problem = "the server did not respond";

    expect(fateOf({ ...trial, problem })).toBe("untested");
    const untested = { fault: "one", freedoms: ["other"], fate: "untested" as const };
    expect(underFreedomsText([{ ...untested, verdicts: [problem] }])).toBe(
      [
        "Faults under random sets of freedoms: 0 of 0 detected (100.0 %)",
        "Without effect under their freedoms: 0",
        "Not tested, because the trial failed twice: 1",
        "untested: one under other",
        `  ${problem}`,
        "",
      ].join("\n"),
    );
  });

  it("is tried twice if the trial fails", async () => {
    const [one] = faults;
    let tried = 0;
    const results = await runFaultsUnderFreedoms({
      faults: one === undefined ? [] : [{ ...one, name: "unknown" }],
      freedoms: freedoms.filter(({ name }) => name === "no-labels"),
      sets: 1,
      seed: 1,
      workers: 0,
      done: () => {
        tried += 1;
      },
      signal: new AbortController().signal,
    });

    expect(results).toMatchObject([
      { fate: "untested", verdicts: ['there is no fault "unknown"'] },
    ]);
    expect(tried).toBe(2);
  });

  it("is without effect if a freedom withdraws what its requirements need", () => {
    const verdicts = [
      { requirement: "watch.one-event-per-write", level: "MUST", verdict: "not-applicable" },
    ] as const;

    expect(fateOf({ ...trial, fault: "one-event-lost-per-n", verdicts })).toBe("without effect");
  });

  it("is planted under freedoms, and again as a shadow if it is not detected", async () => {
    const results = await runFaultsUnderFreedoms({
      faults: faults.filter(({ name }) =>
        ["stale-version-accepted", "expired-cursor-looks-invalid"].includes(name),
      ),
      freedoms: freedoms.filter(({ name }) => ["no-watches", "no-labels"].includes(name)),
      sets: 1,
      seed: 1,
      workers: 0,
      done: () => {},
      signal: new AbortController().signal,
    });

    expect(results.map(({ fault, fate }) => [fault, fate])).toEqual([
      ["stale-version-accepted", "detected"],
      ["expired-cursor-looks-invalid", "without effect"],
    ]);
    expect(underFreedomsText(results)).toContain("1 of 1 detected (100.0 %)");
  });

  it("is detected by the token of an event if the token replaces the version", async () => {
    const results = await runFaultsUnderFreedoms({
      faults: faults.filter(({ name }) => name === "deletion-keeps-version"),
      freedoms: freedoms.filter(({ name }) => name === "deletions-keep-the-last-version"),
      sets: 1,
      seed: 1,
      workers: 0,
      done: () => {},
      signal: new AbortController().signal,
    });

    expect(results.map(({ fate }) => fate)).toEqual(["detected"]);
  });
});
