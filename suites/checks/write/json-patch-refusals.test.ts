import { describe, expect, it } from "vitest";
import type { JsonObject } from "#contract";
import type { Finding } from "#harness";
import { violationsIn, doubtsIn } from "../testing/violations.ts";
import {
  accepted,
  noReply,
  openResults,
  refused,
  resourceAt,
  resultsOf,
  strictTarget,
  trialWith,
} from "../testing/builders.ts";
import type { TrialParts } from "../testing/builders.ts";
import { jsonPatchCreatesNoParents } from "./json-patch-creates-no-parents.ts";
import { jsonPatchFailsWhole } from "./json-patch-fails-whole.ts";
import { malformedJsonPatchRefused } from "./malformed-json-patch-refused.ts";

const one: JsonObject = { num: 1 };
const changedInPart = accepted(resourceAt("2", { status: { num: 2 } }));
const unchanged = accepted(resourceAt("1", { status: one }));

describe("a JSON patch that fails", () => {
  it.each([
    { why: "refused", parts: { attempt: refused("invalid") }, expected: {} },
    {
      why: "rejected and stored in part",
      parts: { attempt: refused("invalid"), after: changedInPart },
      expected: {
        "write.json-patch-is-all-or-nothing": "violated",
        "isolation.refused-write-changes-nothing": "violated",
      },
    },
    {
      why: "carried out in part",
      parts: { attempt: changedInPart, after: changedInPart },
      expected: {
        "write.json-patch-is-all-or-nothing": "violated",
        "write.json-patch-failure-is-invalid": "violated",
      },
    },
    {
      why: "taken for a conflict",
      parts: { attempt: refused("conflict") },
      expected: { "write.json-patch-failure-is-invalid": "violated" },
    },
    {
      why: "without a control",
      parts: { attempt: refused("invalid"), control: refused("invalid") },
      expected: {
        "write.json-patch-is-all-or-nothing": "undecided",
        "write.json-patch-failure-is-invalid": "undecided",
      },
    },
    {
      why: "without a response",
      parts: { attempt: noReply },
      expected: {
        "write.json-patch-is-all-or-nothing": "errored",
        "write.json-patch-failure-is-invalid": "errored",
      },
    },
  ])("$why", ({ parts, expected }) => {
    const trial = trialWith({ before: unchanged, ...parts });
    const findings = jsonPatchFailsWhole.judge(
      { failing: [{ defect: "a test fails", trial }] },
      strictTarget,
    );

    expect(openResults(findings)).toEqual(expected);
  });

  it.each([{ before: refused("internal") }, { after: refused("internal") }])(
    "proves nothing where nobody can read what is stored: $before.result, $after.result",
    (parts) => {
      const trial = trialWith({ before: unchanged, attempt: refused("invalid"), ...parts });
      const failing = [{ defect: "a test fails", trial }];
      const findings = jsonPatchFailsWhole.judge({ failing }, strictTarget);

      expect(resultsOf(findings, "write.json-patch-is-all-or-nothing")).toEqual(["undecided"]);
    },
  );
});

describe("a JSON patch that was stored in part", () => {
  it("is reported with the stored value", () => {
    const trial = trialWith({ before: unchanged, attempt: changedInPart, after: changedInPart });
    const failing = [{ defect: "a test fails", trial }];

    expect(violationsIn(jsonPatchFailsWhole.judge({ failing }, strictTarget))).toEqual([
      {
        expected: 'the status stays {"num":1}, because the patch cannot be applied: a test fails',
        actual: "accepted, version 2; the stored status: num is 2 instead of 1",
        evidence: [1, 2, 3, 4],
      },
      {
        expected: "rejected as invalid, because a test fails",
        actual: "accepted, version 2",
        evidence: [2, 4],
      },
    ]);
  });

  it("is reported for a status that did not exist", () => {
    const trial = trialWith({ attempt: changedInPart, after: changedInPart });
    const failing = [{ defect: "a test fails", trial }];
    const [violation] = violationsIn(jsonPatchFailsWhole.judge({ failing }, strictTarget));

    expect(violation?.expected).toMatch(/^the status stays null, /u);
  });

  it("is not reported without a control", () => {
    const { control: _control, ...trial } = trialWith({ attempt: refused("invalid") });
    const failing = [{ defect: "a test fails", trial }];
    const reason = "no positive control: the patch without the error was not accepted";
    const lost = trialWith({ attempt: refused("invalid"), control: noReply });

    expect(doubtsIn(jsonPatchFailsWhole.judge({ failing }, strictTarget))).toEqual([
      [reason, 1, 2, 3],
    ]);
    const [doubt] = doubtsIn(
      jsonPatchFailsWhole.judge({ failing: [{ defect: "", trial: lost }] }, strictTarget),
    );
    expect(doubt).toEqual(["unknown (timeout: no response within 10000 ms)", 1, 2, 3, 4]);
  });
});

describe("a JSON patch of an absent status", () => {
  const requirement = "write.json-patch-creates-no-parents";

  it.each([
    { why: "refused", attempt: refused("invalid"), result: "held" },
    { why: "refused as a conflict", attempt: refused("conflict"), result: "held" },
    { why: "refused as missing", attempt: refused("notFound"), result: "violated" },
    { why: "accepted", attempt: changedInPart, result: "violated" },
    { why: "no response", attempt: noReply, result: "errored" },
  ])("$why: $result", ({ attempt, result }) => {
    const findings = jsonPatchCreatesNoParents.judge(
      { trial: trialWith({ attempt }) },
      strictTarget,
    );

    expect(resultsOf(findings, requirement)).toEqual([result]);
  });

  it("does not change the object if it is rejected", () => {
    const unmoved = "isolation.refused-write-changes-nothing";
    const trial = trialWith({ attempt: refused("invalid") });
    const findings = jsonPatchCreatesNoParents.judge({ trial }, strictTarget);

    expect(findings).toContainEqual(
      expect.objectContaining({ requirement: unmoved, result: "held", instances: 1 }),
    );
  });

  it("may add to a status that another client reported", () => {
    const trial = trialWith({ before: unchanged, attempt: changedInPart });
    const findings = jsonPatchCreatesNoParents.judge({ trial }, strictTarget);

    expect(resultsOf(findings, requirement)).toEqual(["undecided"]);
    expect(doubtsIn(findings)).toEqual([
      ["the object had a status before the first status write", 1, 2],
    ]);
  });

  it("states why it must be rejected", () => {
    const trial = trialWith({ attempt: changedInPart });
    const [violation] = violationsIn(jsonPatchCreatesNoParents.judge({ trial }, strictTarget));

    expect(violation?.expected).toBe(
      "rejected as invalid or conflict, because there is no status to add the field to",
    );
  });

  it("does not apply where every object has a status", () => {
    const findings = jsonPatchCreatesNoParents.judge({}, strictTarget);

    expect(findings.map(({ result }) => result)).toEqual(["held", "held", "held"]);
    expect(findings).toMatchObject([
      { instances: 0, isInapplicable: true, note: expect.stringContaining("has a default") },
      { instances: 0 },
      { instances: 0 },
    ]);
  });
});

describe("a malformed JSON patch", () => {
  const requirement = "write.malformed-json-patch-refused";

  it.each<TrialParts & { readonly result: Finding["result"] }>([
    { attempt: refused("invalid"), result: "held" },
    { attempt: accepted(resourceAt("2")), result: "violated" },
    { attempt: refused("internal"), result: "violated" },
    { attempt: refused("invalid"), control: refused("invalid"), result: "undecided" },
    { attempt: noReply, result: "errored" },
  ])("is $attempt.result: $result", ({ result, ...parts }) => {
    const trials = [{ because: "it is no list", trial: trialWith(parts) }];

    expect(
      resultsOf(malformedJsonPatchRefused.judge({ trials }, strictTarget), requirement),
    ).toEqual([result]);
  });
});
