import { describe, expect, it } from "vitest";
import { accepted, refused, resourceAt, resultsOf, stepWith } from "../testing/builders.ts";
import { strictTarget, trialWith } from "../testing/builders.ts";
import { writtenAt } from "../testing/watch-builders.ts";
import { optionsBeforeExistence } from "../errors/options-before-existence.ts";
import { jsonPatchGuards } from "./json-patch-guards.ts";
import { versionlessWritesAllLand } from "./versionless-writes-all-land.ts";
import { versionsAreComparable } from "./versions-are-comparable.ts";

const timeout = { result: "unknown", cause: "timeout", detail: "late" } as const;

describe("writes without a version", () => {
  it.each([
    { why: "are all carried out", outcomes: ["2", "3", "4"].map(at), result: "held" },
    { why: "meet a conflict", outcomes: [at("2"), refused("conflict")], result: "violated" },
    { why: "share a version", outcomes: [at("2"), at("2")], result: "violated" },
    { why: "get no answer", outcomes: [at("2"), timeout], result: "errored" },
  ])("$why: $result", ({ outcomes, result }) => {
    const steps = outcomes.map((outcome, index) => stepWith(outcome, index + 1));
    const findings = versionlessWritesAllLand.judge(steps, strictTarget);

    expect(findings.map((finding) => finding.result)).toEqual([result]);
  });
});

describe("versions", () => {
  it.each([
    { versions: ["9", "10", "11"], result: "held" },
    { versions: ["10", "9"], result: "violated" },
    { versions: ["9", "9"], result: "violated" },
    { versions: ["09", "10"], result: "violated" },
    { versions: ["1a", "2b"], result: "violated" },
    { versions: ["9007199254740993", "9007199254740992"], result: "violated" },
    { versions: ["5"], result: "undecided" },
  ])("$versions: $result", ({ versions, result }) => {
    const writes = versions.map((version) => ({ ...writtenAt(version), exchange: 1 }));
    const findings = versionsAreComparable.judge(writes, strictTarget);

    expect(findings.map((finding) => finding.result)).toEqual([result]);
  });
});

describe("a JSON patch that fails by itself", () => {
  const requirement = "errors.patch-before-version";

  it.each([
    { attempt: refused("invalid"), result: "held" },
    { attempt: refused("conflict"), result: "violated" },
    { attempt: at("2"), result: "violated" },
  ])("$attempt.result: $result", ({ attempt, result }) => {
    const tried = {
      guard: "failing test",
      requirement,
      reasons: ["invalid"],
      because: "its test fails",
      key: { kind: "Service", name: "a" },
      trial: trialWith({ attempt }),
    } as const;

    expect(resultsOf(jsonPatchGuards.judge([tried], strictTarget), requirement)).toEqual([result]);
  });
});

describe("an invalid option on a missing object", () => {
  it.each([
    { attempt: refused("invalid"), control: refused("notFound"), result: "held" },
    { attempt: refused("notFound"), control: refused("notFound"), result: "violated" },
    { attempt: refused("invalid"), control: refused("forbidden"), result: "undecided" },
    { attempt: timeout, control: refused("notFound"), result: "errored" },
  ])("$result", ({ attempt, control, result }) => {
    const findings = optionsBeforeExistence.judge(
      { attempt: stepWith(attempt, 1), control: stepWith(control, 2) },
      strictTarget,
    );

    expect(findings.map((finding) => finding.result)).toEqual([result]);
  });
});

function at(version: string): ReturnType<typeof accepted> {
  return accepted(resourceAt(version));
}
