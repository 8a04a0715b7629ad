import { describe, expect, it } from "vitest";
import type { Outcome } from "#contract";
import type { Finding } from "#harness";
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
import type { TrialParts } from "../testing/builders.ts";
import { dryRunIsDecidedLikeTheWrite } from "./dry-run-is-decided-like-the-write.ts";
import { dryRunShowsTheResult } from "./dry-run-shows-the-result.ts";
import { forceBelongsToApply } from "./force-belongs-to-apply.ts";
import { unknownValidationModeRefused } from "./unknown-validation-mode-refused.ts";

const unsupported: Outcome = { result: "unsupported", detail: "no place for the option" };
const submitted = { num: 5 };

describe("the result of a dry run", () => {
  const before = accepted(resourceAt("1"));
  const right = {
    tried: accepted(resourceAt("1", { status: submitted })),
    after: before,
    earnest: accepted(resourceAt("2", { status: submitted })),
  };

  it.each([
    { why: "shown, and nothing stored", changed: {}, expected: {} },
    {
      why: "stored",
      changed: { tried: right.earnest, after: right.earnest, earnest: refused("conflict") },
      expected: {
        "write.dry-run-stores-nothing": "violated",
        "write.dry-run-takes-no-version": "violated",
      },
    },
    {
      why: "the stored object",
      changed: { tried: before },
      expected: { "write.dry-run-returns-the-result": "violated" },
    },
    {
      why: "a version of its own",
      changed: { tried: right.earnest },
      expected: { "write.dry-run-takes-no-version": "violated" },
    },
    {
      why: "refused",
      changed: { tried: refused("invalid") },
      expected: {
        "write.dry-run-stores-nothing": "undecided",
        "write.dry-run-returns-the-result": "undecided",
        "write.dry-run-takes-no-version": "undecided",
      },
    },
    {
      why: "more than was submitted, and no response to the write in earnest",
      changed: {
        tried: accepted(resourceAt("1", { status: { ...submitted, rest: 1 } })),
        earnest: noReply,
      },
      expected: { "write.dry-run-returns-the-result": "errored" },
    },
    {
      why: "no response",
      changed: { tried: noReply },
      expected: {
        "write.dry-run-stores-nothing": "errored",
        "write.dry-run-returns-the-result": "errored",
        "write.dry-run-takes-no-version": "errored",
      },
    },
  ])("$why", ({ changed, expected }) => {
    expect(openResults(judge({ ...right, ...changed }))).toEqual(expected);
  });

  it("is no instance through a mutation without the option", () => {
    expect(judge({ ...right, tried: unsupported })).toMatchObject(
      Array.from({ length: 3 }, () => ({ result: "held", instances: 0 })),
    );
  });

  function judge({ tried, after, earnest }: typeof right): readonly Finding[] {
    return dryRunShowsTheResult.judge(
      {
        submitted,
        before: stepWith(before, 1),
        tried: stepWith(tried, 2),
        after: stepWith(after, 3),
        earnest: stepWith(earnest, 4),
      },
      strictTarget,
    );
  }
});

describe("the decision of a dry run", () => {
  const requirement = "write.dry-run-is-decided-like-the-write";
  const done = accepted(resourceAt("2"));

  it.each([
    { why: "both accepted", tried: done, earnest: done, result: "held" },
    {
      why: "rejected alike",
      tried: refused("conflict"),
      earnest: refused("conflict"),
      result: "held",
    },
    { why: "a check left out", tried: done, earnest: refused("conflict"), result: "violated" },
    {
      why: "another reason",
      tried: refused("invalid"),
      earnest: refused("forbidden"),
      result: "violated",
    },
    { why: "rejected in vain", tried: refused("invalid"), earnest: done, result: "violated" },
    { why: "no response", tried: noReply, earnest: done, result: "errored" },
    { why: "no response in earnest", tried: done, earnest: noReply, result: "errored" },
  ])("$why: $result", ({ tried, earnest, result }) => {
    const trial = { what: "a write", tried: stepWith(tried, 1), earnest: stepWith(earnest, 2) };
    const findings = dryRunIsDecidedLikeTheWrite.judge({ trials: [trial] }, strictTarget);

    expect(resultsOf(findings, requirement)).toEqual([result]);
  });

  it("is no instance where the target has no place for the option", () => {
    const trial = { what: "a write", tried: stepWith(unsupported), earnest: stepWith(done) };
    const other = { ...trial, tried: stepWith(refused("invalid"), 3) };
    const both = dryRunIsDecidedLikeTheWrite.judge({ trials: [trial, other] }, strictTarget);

    expect(both).toMatchObject([{ result: "violated", evidence: [3, 1] }]);
    expect(dryRunIsDecidedLikeTheWrite.judge({ trials: [trial] }, strictTarget)).toMatchObject([
      { result: "held", instances: 0 },
    ]);
  });
});

describe("a wrong option", () => {
  it.each<TrialParts & { readonly result: Finding["result"] }>([
    { attempt: refused("invalid"), result: "held" },
    { attempt: accepted(resourceAt("2")), result: "violated" },
    { attempt: refused("invalid"), control: refused("invalid"), result: "undecided" },
    { attempt: noReply, result: "errored" },
  ])("is judged: $attempt.result, $result", ({ result, ...parts }) => {
    const trial = trialWith(parts);
    const force = forceBelongsToApply.judge(
      { trials: [{ because: "there is nothing to force", trial }] },
      strictTarget,
    );
    const mode = unknownValidationModeRefused.judge({ trials: [trial] }, strictTarget);

    expect(resultsOf(force, "write.force-belongs-to-apply")).toEqual([result]);
    expect(resultsOf(mode, "write.unknown-validation-mode-refused")).toEqual([result]);
  });

  it("is reported with its reason", () => {
    const trial = trialWith({ attempt: accepted(resourceAt("2")) });
    const findings = unknownValidationModeRefused.judge({ trials: [trial] }, strictTarget);

    expect(complaintOf(findings, "write.unknown-validation-mode-refused")).toBe(
      "accepted, version 2",
    );
  });
});
