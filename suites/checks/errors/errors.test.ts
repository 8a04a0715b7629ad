import { describe, expect, it } from "vitest";
import { uid } from "#contract";
import type { Outcome } from "#contract";
import type { Finding, RefusalTrial } from "#harness";
import {
  accepted,
  noReply,
  openResults,
  refused,
  resourceAt,
  stepWith,
  strictTarget,
  trialWith,
} from "../testing/builders.ts";
import { existenceBeforeVersion } from "./existence-before-version.ts";
import { missingObjectNotFound } from "./missing-object-not-found.ts";
import { takenNameAlreadyExists } from "./taken-name-already-exists.ts";

const written = accepted(resourceAt("2"));

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
      why: "without a response",
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

  it("has a finding for each requirement even without such operations", () => {
    const findings = missingObjectNotFound.judge({ trials: [] }, strictTarget);

    expect(new Set(findings.map(({ requirement }) => requirement))).toEqual(
      new Set(missingObjectNotFound.covers),
    );
    expect(openResults(findings)).toEqual({});
  });

  it("returns not found, even if it has other errors", () => {
    const [plain, worse] = [missingTrial(refused("notFound")), missingTrial(refused("conflict"))];

    expect(openResults(judgeExistence(plain, plain))).toEqual({});
    expect(openResults(judgeExistence(plain, worse))).toEqual({
      "errors.existence-before-version": "violated",
    });
    expect(openResults(judgeExistence(worse, plain))).toEqual({
      "errors.missing-object-not-found": "violated",
    });
  });

  it("creates nothing, regardless of its other errors", () => {
    const plain = missingTrial(refused("notFound"));
    const creating = missingTrial(refused("notFound"), written);
    const open = { "isolation.refused-write-changes-nothing": "violated" };

    expect(openResults(judgeExistence(creating, plain))).toEqual(open);
    expect(openResults(judgeExistence(plain, creating))).toEqual(open);
  });
});

function judgeExistence(plain: RefusalTrial, worse: RefusalTrial): readonly Finding[] {
  return existenceBeforeVersion.judge({ plain: [plain], worse: [worse] }, strictTarget);
}

describe("a creation under a taken name", () => {
  const reported = accepted(resourceAt("1", { status: { size: 1 } }));

  it.each([
    { attempt: refused("alreadyExists"), expected: {} },
    {
      attempt: refused("conflict"),
      expected: { "errors.existing-name-already-exists": "violated" },
    },
    { attempt: written, expected: { "errors.existing-name-already-exists": "violated" } },
    {
      attempt: written,
      before: reported,
      after: reported,
      expected: { "errors.existing-name-already-exists": "violated" },
    },
    {
      attempt: written,
      before: reported,
      after: written,
      expected: {
        "errors.existing-name-already-exists": "violated",
        "isolation.spec-write-never-changes-status": "violated",
      },
    },
    {
      attempt: refused("alreadyExists"),
      after: written,
      expected: { "isolation.refused-write-changes-nothing": "violated" },
    },
  ])("$attempt.result: $expected", ({ attempt, before, after, expected }) => {
    const trial = trialWith({
      attempt,
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    });
    const findings = takenNameAlreadyExists.judge({ trials: [trial] }, strictTarget);

    expect(openResults(findings)).toEqual(expected);
  });

  it("leaves the status undecided if the name now refers to an object with another uid", () => {
    const other = resourceAt("1");
    const after = accepted({ ...other, metadata: { ...other.metadata, uid: uid("u2") } });
    const trials = [trialWith({ attempt: after, before: reported, after })];
    const judged = (isFoundByUid: boolean): object =>
      openResults(
        takenNameAlreadyExists.judge(
          { trials, ...(isFoundByUid ? { isFoundByUid } : {}) },
          strictTarget,
        ),
      );
    const accused = { "errors.existing-name-already-exists": "violated" };
    const kept = "isolation.spec-write-never-changes-status";

    expect(judged(true)).toEqual({ ...accused, [kept]: "undecided" });
    expect(judged(false)).toEqual({ ...accused, [kept]: "violated" });
  });
});
