import { describe, expect, it } from "vitest";
import type { Outcome, RefusalReason, RequirementId } from "#contract";
import type { Finding, RefusalTrial } from "#harness";
import {
  accepted,
  complaintOf,
  noReply,
  openResults,
  refused,
  resourceAt,
  resultsOf,
  stepWith,
  strictTarget,
  trialWith,
} from "../testing/builders.ts";
import { existenceBeforeVersion } from "./existence-before-version.ts";
import { invalidStatusRefused } from "./invalid-status-refused.ts";
import { missingObjectNotFound } from "./missing-object-not-found.ts";
import { mistakesAreToldApart } from "./mistakes-are-told-apart.ts";
import { staleAndInvalidOrder } from "./stale-and-invalid-order.ts";
import { takenNameAlreadyExists } from "./taken-name-already-exists.ts";

const written = accepted(resourceAt("2"));
const invalid = refused("invalid", {
  causes: [{ field: "status.replicas", message: "must be 0 or more" }],
});

/** A trial at an object that was never there. */
function missingTrial(attempt: Outcome, after: Outcome = refused("notFound")): RefusalTrial {
  return trialWith({ before: refused("notFound"), attempt, after });
}

describe("a write to a missing object", () => {
  it.each([
    { why: "not found", trial: missingTrial(refused("notFound")), expected: {} },
    {
      why: "a conflict",
      trial: missingTrial(refused("conflict")),
      expected: { "errors.missing-object-not-found": "violated" },
    },
    {
      why: "accepted",
      trial: missingTrial(written, written),
      expected: { "errors.missing-object-not-found": "violated" },
    },
    {
      why: "not found, but created",
      trial: missingTrial(refused("notFound"), written),
      expected: { "isolation.refused-write-changes-nothing": "violated" },
    },
    {
      why: "without a reply",
      trial: missingTrial(noReply),
      expected: { "errors.missing-object-not-found": "errored" },
    },
    {
      why: "without a control",
      trial: { ...missingTrial(refused("notFound")), control: stepWith(refused("notFound"), 4) },
      expected: { "errors.missing-object-not-found": "undecided" },
    },
  ])("is $why", ({ trial, expected }) => {
    const findings = missingObjectNotFound.judge({ trials: [trial] }, strictTarget);

    expect(openResults(findings)).toEqual(expected);
  });

  it("is not found, whatever else is wrong with it", () => {
    const plain = missingTrial(refused("notFound"));
    const judge = (worse: Outcome): readonly Finding[] =>
      existenceBeforeVersion.judge({ plain: [plain], worse: [missingTrial(worse)] }, strictTarget);

    expect(openResults(judge(refused("notFound")))).toEqual({});
    expect(openResults(judge(refused("conflict")))).toEqual({
      "errors.existence-before-version": "violated",
    });
  });
});

describe("a creation under a taken name", () => {
  it.each([
    { attempt: refused("alreadyExists"), expected: {} },
    {
      attempt: refused("conflict"),
      expected: { "errors.existing-name-already-exists": "violated" },
    },
    { attempt: written, expected: { "errors.existing-name-already-exists": "violated" } },
  ])("$attempt.result: $expected", ({ attempt, expected }) => {
    const findings = takenNameAlreadyExists.judge(
      { trials: [trialWith({ attempt })] },
      strictTarget,
    );

    expect(openResults(findings)).toEqual(expected);
  });
});

describe("an invalid status", () => {
  it.each([
    { why: "refused with its field", attempt: invalid, expected: {} },
    {
      why: "refused with a field inside it",
      attempt: refused("invalid", { causes: [{ field: "status.replicas.x", message: "" }] }),
      expected: {},
    },
    {
      why: "refused with another field",
      attempt: refused("invalid", { causes: [{ field: "status.replicasTotal", message: "" }] }),
      expected: { "errors.invalid-names-field": "violated" },
    },
    {
      why: "refused without a code",
      attempt: refused("invalid", { ...causesOf(invalid), code: "" }),
      expected: { "errors.machine-code": "violated" },
    },
    {
      why: "accepted",
      attempt: written,
      expected: {
        "errors.invalid-status-refused": "violated",
        "errors.invalid-names-field": "undecided",
        "errors.machine-code": "undecided",
      },
    },
  ])("$why", ({ attempt, expected }) => {
    expect(openResults(judgeInvalid(trialWith({ attempt })))).toEqual(expected);
  });

  it("decides nothing where none is known", () => {
    const findings = invalidStatusRefused.judge({ trials: [] }, strictTarget);

    expect(openResults(findings)).toEqual({
      "errors.invalid-status-refused": "undecided",
      "errors.invalid-names-field": "undecided",
      "errors.machine-code": "undecided",
    });
  });
});

function judgeInvalid(trial: RefusalTrial): readonly Finding[] {
  const attempt = { status: { replicas: -1 }, fields: ["status.replicas"], defect: "negative" };
  return invalidStatusRefused.judge({ trials: [{ ...attempt, trial }] }, strictTarget);
}

function causesOf(outcome: Outcome): { readonly causes: readonly { message: string }[] } {
  return { causes: outcome.result === "refused" ? outcome.refusal.causes : [] };
}

describe("a write that is both stale and invalid", () => {
  const requirement: RequirementId = "errors.stale-and-invalid-order";
  const conflict = refused("conflict");

  it.each([
    { why: "a conflict, every time", attempts: [conflict, conflict], results: ["held", "held"] },
    { why: "invalid once", attempts: [conflict, invalid], results: ["held", "violated"] },
    { why: "accepted", attempts: [written], results: ["violated"] },
    { why: "never tried", attempts: [], results: ["undecided"] },
  ])("is $why", ({ attempts, results }) => {
    expect(resultsOf(judgeBoth(attempts), requirement)).toEqual(results);
  });

  it("follows what the target declares", () => {
    const { semantics, features } = strictTarget;
    const findings = staleAndInvalidOrder.judge(bothTried([invalid]), {
      features,
      semantics: { ...semantics, staleAndInvalid: "invalid" },
    });

    expect(openResults(findings)).toEqual({});
  });

  it("decides nothing where one of the defects is none to the target", () => {
    const findings = staleAndInvalidOrder.judge(
      { ...bothTried([conflict]), onlyInvalid: stepWith(written) },
      strictTarget,
    );

    expect(resultsOf(findings, requirement)).toEqual(["undecided"]);
  });
});

function bothTried(attempts: readonly Outcome[]): Parameters<typeof staleAndInvalidOrder.judge>[0] {
  return {
    trials: attempts.map((attempt) => trialWith({ attempt })),
    onlyStale: stepWith(refused("conflict")),
    onlyInvalid: stepWith(invalid),
  };
}

function judgeBoth(attempts: readonly Outcome[]): readonly Finding[] {
  return staleAndInvalidOrder.judge(bothTried(attempts), strictTarget);
}

describe("mistakes", () => {
  const reasons: readonly RefusalReason[] = ["conflict", "notFound", "forbidden", "invalid"];
  const outcomes = reasons.map((reason) => refused(reason));

  it("are told apart by codes that stay the same", () => {
    expect(openResults(judgeMistakes(outcomes, outcomes))).toEqual({});
  });

  it("must not look alike", () => {
    const alike = [...outcomes, refused("invalid")];
    const findings = judgeMistakes(alike, alike);

    expect(openResults(findings)).toEqual({ "errors.reasons-distinguishable": "violated" });
    expect(complaintOf(findings, "errors.reasons-distinguishable")).toBe(
      "mistake 3 and mistake 4 are both invalid (INVALID)",
    );
  });

  it("must not change their codes", () => {
    const moving = [...outcomes.slice(1), refused("internal")];

    expect(openResults(judgeMistakes(outcomes, moving))).toEqual({
      "errors.stable-code": "violated",
    });
  });

  it("must have codes", () => {
    const bare = [...outcomes, refused("unauthenticated", { code: "" })];

    expect(openResults(judgeMistakes(bare, bare))).toEqual({ "errors.machine-code": "violated" });
  });

  it("decide nothing where they are no mistakes, or without a reply", () => {
    expect(openResults(judgeMistakes([written], [written]))).toEqual({
      "errors.reasons-distinguishable": "undecided",
      "errors.machine-code": "undecided",
      "errors.stable-code": "undecided",
    });
    expect(openResults(judgeMistakes([...outcomes, noReply], outcomes))).toEqual({
      "errors.reasons-distinguishable": "errored",
      "errors.machine-code": "errored",
      "errors.stable-code": "errored",
    });
  });
});

function judgeMistakes(
  firsts: readonly Outcome[],
  seconds: readonly Outcome[],
): readonly Finding[] {
  const mistakes = firsts.map((first, index) => ({
    what: `mistake ${index}`,
    first: stepWith(first),
    second: stepWith(seconds[index] ?? first),
  }));
  return mistakesAreToldApart.judge({ mistakes }, strictTarget);
}
