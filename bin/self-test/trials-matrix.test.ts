import { describe, expect, it } from "vitest";
import { isWhole, scoreOf } from "#reports";
import type { RequirementId } from "#contract";
import type { Verdict } from "#verdicts";
import { readTrial, readTrialRequest } from "./fault-trial.ts";
import type { Trial } from "./fault-trial.ts";
import { killMatrixOf } from "./trials-matrix.ts";
import type { Trials } from "./trials-matrix.ts";

const one = "write.lists-are-replaced";
const two = "watch.one-event-per-write";
const three = "watch.no-gap";

const requirements: readonly RequirementId[] = [one, two, three];

const trial = (
  fault: string | undefined,
  verdicts: Readonly<Partial<Record<RequirementId, Verdict>>>,
): Trial => ({
  ...(fault === undefined ? {} : { fault }),
  durationMs: 1,
  exchanges: 9,
  verdicts: requirements.map((requirement) => ({
    requirement,
    level: "MUST",
    verdict: verdicts[requirement] ?? "pass",
  })),
});

const whole: Trials = {
  clean: trial(undefined, { [three]: "not-applicable" }),
  faulty: [trial("first", { [one]: "fail" }), trial("second", { [two]: "warn" })],
  faults: [
    { name: "first", summary: "breaks one", breaks: [one] },
    { name: "second", summary: "breaks two", breaks: [two] },
  ],
  isWhole: true,
};

describe("killMatrixOf", () => {
  it("is complete if each fault is caught and each MUST is killed", () => {
    const matrix = killMatrixOf(whole);
    expect(matrix.musts).toEqual([one, two]);
    expect(isWhole(matrix)).toBe(true);
  });

  it.each<{ readonly name: string; readonly changed: Partial<Trials> }>([
    { name: "a fault is missed", changed: { faulty: [trial("first", {}), trial("second", {})] } },
    {
      name: "an undeclared requirement fails",
      changed: {
        faulty: [
          trial("first", { [one]: "fail", [two]: "fail" }),
          trial("second", { [two]: "fail" }),
        ],
      },
    },
    { name: "a fault was not tried", changed: { faulty: whole.faulty.slice(0, 1) } },
    { name: "the clean reference fails", changed: { clean: trial(undefined, { [one]: "fail" }) } },
    {
      name: "the clean reference leaves something open",
      changed: { clean: trial(undefined, { [one]: "inconclusive" }) },
    },
    {
      name: "a MUST is killed by none",
      changed: { faulty: whole.faulty.slice(1), faults: whole.faults.slice(1) },
    },
    {
      name: "a trial has a problem",
      changed: { clean: { ...whole.clean, problem: "no contact" } },
    },
  ])("has a gap where $name", ({ changed }) => {
    expect(isWhole(killMatrixOf({ ...whole, ...changed }))).toBe(false);
  });

  it("accepts a requirement that a fault breaks in some runs only", () => {
    const faulty = [trial("first", { [one]: "fail", [three]: "fail" }), ...whole.faulty.slice(1)];
    const faults = whole.faults.map((fault) => ({ ...fault, mayBreak: [three] as const }));
    expect(isWhole(killMatrixOf({ ...whole, faulty }))).toBe(false);
    expect(isWhole(killMatrixOf({ ...whole, faulty, faults }))).toBe(true);
  });

  it("checks only the named requirements of some faults", () => {
    const some = { faulty: whole.faulty.slice(1), faults: whole.faults.slice(1), isWhole: false };
    const matrix = killMatrixOf({ ...whole, ...some });
    expect(scoreOf(matrix)).toMatchObject({ musts: 1, killed: 1 });
    expect(isWhole(matrix)).toBe(true);
  });
});

describe("readTrial", () => {
  it("reads a message of another thread", () => {
    expect(readTrial(structuredClone(whole.faulty[0]))).toEqual(whole.faulty[0]);
    const broken: Trial = { verdicts: [], durationMs: 2, exchanges: 9, problem: "no contact" };
    expect(readTrial(structuredClone(broken))).toEqual(broken);
  });

  it.each([
    { sent: undefined },
    { sent: { durationMs: 1, exchanges: 9 } },
    { sent: { durationMs: 1, exchanges: 9, verdicts: [1] } },
    {
      sent: {
        durationMs: 1,
        exchanges: 9,
        verdicts: [{ requirement: "none", level: "MUST", verdict: "pass" }],
      },
    },
    {
      sent: {
        durationMs: 1,
        exchanges: 9,
        verdicts: [{ requirement: one, level: "WILL", verdict: "pass" }],
      },
    },
    {
      sent: {
        durationMs: 1,
        exchanges: 9,
        verdicts: [{ requirement: one, level: "MUST", verdict: "good" }],
      },
    },
  ])("refuses $sent", ({ sent }) => {
    expect(() => readTrial(sent)).toThrow(/^a worker sent /u);
  });
});

describe("readTrialRequest", () => {
  it("reads a request of another thread", () => {
    const reached = ["write/stores-submitted-status#Service.updateServiceStatus"];
    const wanted = [{}, { fault: "stale-reads" }, { fault: "stale-reads", reached }];
    expect(wanted.map((sent) => readTrialRequest(structuredClone(sent)))).toEqual(wanted);
  });

  it.each([undefined, "stale-reads", ["stale-reads"]])("refuses %j", (sent) => {
    expect(() => readTrialRequest(sent)).toThrow("a worker received an invalid request");
  });
});
