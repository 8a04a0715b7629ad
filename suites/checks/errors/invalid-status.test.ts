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
  strictTarget,
  trialWith,
} from "../testing/builders.ts";
import type { TrialParts } from "../testing/builders.ts";
import { invalidStatusRefused, memberOf } from "./invalid-status-refused.ts";

const requirement = "errors.invalid-status-refused";
const field = "errors.invalid-names-field";
const code = "errors.machine-code";

const written = accepted(resourceAt("2"));

function naming(...fields: readonly string[]): Outcome {
  return refused("invalid", { causes: fields.map((at) => ({ field: at, message: "is wrong" })) });
}

function judge(
  parts: TrialParts,
  fields: readonly string[] = ["status.replicas"],
): readonly Finding[] {
  const trial = trialWith(parts);
  const tried = { status: { replicas: -1 }, fields, defect: "negative", trial };
  return invalidStatusRefused.judge({ trials: [tried] }, strictTarget);
}

describe("an invalid status", () => {
  const unnamed = { [field]: "undecided" };

  it.each<{ why: string; parts: TrialParts; open: Readonly<Record<string, string>> }>([
    { why: "rejected with its field", parts: { attempt: naming("status.replicas") }, open: {} },
    {
      why: "rejected without a code",
      parts: {
        attempt: refused("invalid", {
          code: "",
          causes: [{ field: "status.replicas", message: "" }],
        }),
      },
      open: { [code]: "violated" },
    },
    {
      why: "accepted",
      parts: { attempt: written },
      open: { [requirement]: "violated", ...unnamed },
    },
    {
      why: "rejected for another reason",
      parts: { attempt: refused("conflict") },
      open: { [requirement]: "violated", ...unnamed },
    },
    {
      why: "rejected like a valid one",
      parts: { attempt: naming("status.replicas"), control: refused("invalid") },
      open: { [requirement]: "undecided" },
    },
    {
      why: "rejected, and stored",
      parts: { attempt: naming("status.replicas"), after: written },
      open: { "isolation.refused-write-changes-nothing": "violated" },
    },
    {
      why: "without a response",
      parts: { attempt: noReply },
      open: { [requirement]: "errored", ...unnamed, [code]: "errored" },
    },
  ])("$why", ({ parts, open }) => {
    expect(openResults(judge(parts))).toEqual(open);
  });

  it("decides nothing if none is known", () => {
    const findings = invalidStatusRefused.judge({ trials: [] }, strictTarget);

    expect(openResults(findings)).toEqual({});
    for (const covered of [requirement, code]) {
      expect(findings).toContainEqual(
        expect.objectContaining({ requirement: covered, result: "held", instances: 0 }),
      );
    }
  });
});

describe("the field of an invalid status", () => {
  it.each([
    { message: "replicas is not valid", result: {} },
    { message: "status.replicas: must not be negative", result: {} },
    { message: "readyReplicas is not valid", result: { [field]: "violated" } },
    { message: "the status is not valid", result: { [field]: "violated" } },
  ])("may be named in words alone: $message", ({ message, result }) => {
    expect(openResults(judge({ attempt: refused("invalid", { message }) }))).toEqual(result);
  });

  it("does not apply if the GraphQL library rejected the status", () => {
    const findings = judge({ attempt: refused("invalid", { isOfLibrary: true }) });

    expect(openResults(findings)).toEqual({});
    expect(findings).toContainEqual(
      expect.objectContaining({ requirement: field, instances: 0, isInapplicable: true }),
    );
  });

  const type = "status.conditions[1].type";

  it.each([
    { fields: ["status.a"], named: ["status.a"], result: "held" },
    { fields: ["status.a"], named: ["status.b", "status.a"], result: "held" },
    { fields: ["status.a"], named: ["status.a.b"], result: "held" },
    { fields: ["status.a"], named: ["status.a[0]"], result: "held" },
    { fields: ["status.a"], named: ["status.ab"], result: "violated" },
    { fields: ["status.a"], named: ["status.b.status.a."], result: "violated" },
    { fields: ["status.a"], named: ["status.b.status.a["], result: "violated" },
    { fields: ["status.a"], named: ["status"], result: "violated" },
    { fields: ["status.a"], named: ["input.status.a"], result: "held" },
    { fields: ["bed.status.a"], named: ["status.a"], result: "held" },
    { fields: ["status.a"], named: ["input.a"], result: "violated" },
    { fields: ["a"], named: ["observed.a"], result: "held" },
    { fields: ["a"], named: ["observed.ab"], result: "violated" },
    { fields: ["status.a"], named: [], result: "violated" },
    { fields: [type], named: ["status.conditions[1]"], result: "held" },
    { fields: [type], named: ["status.conditions[0]"], result: "violated" },
    { fields: [type], named: ["status.conditions"], result: "violated" },
    { fields: ["status.a", "status.b"], named: ["status.a", "status.b"], result: "held" },
    { fields: ["status.a", "status.b"], named: ["status.a"], result: "violated" },
  ])("$fields is named by $named: $result", ({ fields, named, result }) => {
    expect(resultsOf(judge({ attempt: naming(...named) }, fields), field)).toEqual([result]);
  });

  it.each([
    { fields: ["run.replicas"], named: ["replicas"], result: "held" },
    { fields: ["run.replicas"], named: ["input.replicas"], result: "held" },
    { fields: ["run.replicas"], named: ["replicas[2]"], result: "held" },
    { fields: ["status.replicas[1].a"], named: ["replicas[1].a"], result: "held" },
    { fields: ["status.replicas[1].a"], named: ["replicas[0].a"], result: "violated" },
    { fields: ["run.replicas"], named: ["run.other.replicas"], result: "violated" },
    { fields: ["run.replicas"], named: ["readyReplicas"], result: "violated" },
    { fields: ["run.replicas"], named: ["input"], result: "violated" },
  ])("$fields is named as its mutation takes it, by $named: $result", (example) => {
    const { fields, named, result } = example;

    expect(resultsOf(judge({ attempt: naming(...named) }, fields), field)).toEqual([result]);
  });

  it("is reported", () => {
    const attempt = refused("invalid", { causes: [{ message: "is wrong" }] });
    const other = judge({ attempt: naming("status.b", "status.c") }, ["status.a", "status.d"]);

    expect(other[1]).toMatchObject({
      expected: "the causes name status.a and status.d",
      actual: "the causes name status.b, status.c",
      evidence: [2],
    });
    expect(complaintOf(judge({ attempt: naming() }), field)).toBe("no cause names a field");
    expect(complaintOf(judge({ attempt }), field)).toBe("no cause names a field");
  });

  it("is in a member", () => {
    const status = { conditions: [], replicas: -1 };
    expect(memberOf({ field: "status.conditions[1].type", status })).toBe("conditions");
    expect(memberOf({ field: "status.replicas", status })).toBe("replicas");
    expect(memberOf({ field: "status", status })).toBeUndefined();
    expect(memberOf({ field: "input.patch.replicas", status })).toBe("replicas");
    expect(memberOf({ field: "replicas", status })).toBe("replicas");
    const withStatus = { status: "Ready", replicas: 1 };
    expect(memberOf({ field: "status.replicas", status: withStatus })).toBe("replicas");
    expect(memberOf({ field: "status.status", status: withStatus })).toBe("status");
    expect(memberOf({ field: "status", status: withStatus })).toBe("status");
  });
});
