import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue, Outcome, Refusal } from "#contract";
import type { ConditionWords, Finding } from "#harness";
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
import { commonFormIsHeld } from "./common-form-is-held.ts";
import { defectsOf, extremesOf } from "./defects.ts";

const valid: JsonObject = {
  type: "Ready",
  status: "True",
  reason: "Done",
  message: "all is well",
  lastTransitionTime: "2024-01-01T00:00:00Z",
  observedGeneration: 1,
};

const stored = storing([valid]);
const extremes = extremesOf(valid);
const limits = "conditions.limits-are-within-bounds";
const field = "errors.invalid-names-field";

function storing(conditions: JsonValue): Outcome {
  return accepted(resourceAt("4", { status: { conditions } }));
}

interface Parts {
  readonly defect?: { readonly of: string; readonly outcome: Outcome };
  readonly control?: Outcome;
  readonly after?: Outcome;
  readonly usual?: Outcome;
  readonly extreme?: Outcome;
  readonly words?: ConditionWords;
}

/** By default, all defects are rejected with the field's name, and all extremes are stored. */
function judge(parts: Parts): readonly Finding[] {
  const { defect: changed, control = accepted(resourceAt("5")), after = stored } = parts;
  const defects = defectsOf(valid);
  const odd = defects.findIndex(({ requirement }) => requirement === changed?.of);
  const trials = defects.map(({ conditions: _sent, ...defect }, index) => {
    const causes = [{ field: `status.conditions${defect.member}`, message: "no" }];
    const usual = refused("invalid", { causes });
    const attempt = index === odd && changed !== undefined ? changed.outcome : usual;
    return { ...defect, trial: trialWith({ before: stored, attempt, after, control }) };
  });
  const { usual = stored, extreme = storing(extremes.toReversed()), words } = parts;
  const naming = words === undefined ? {} : { words };
  const steps = { usual: stepWith(usual, 41), extreme: stepWith(extreme, 42) };
  return commonFormIsHeld.judge({ trials, extremes, ...steps, ...naming }, strictTarget);
}

describe("the common form of conditions", () => {
  it("is held by a target that rejects every defect and takes every extreme", () => {
    expect(openResults(judge({}))).toEqual({});
  });

  it.each([...new Set(defectsOf(valid).map(({ requirement }) => requirement))])(
    "is broken where %s is",
    (of) => {
      const open = (outcome: Outcome): unknown => openResults(judge({ defect: { of, outcome } }));

      expect(open(accepted(resourceAt("5")))).toEqual({ [of]: "violated" });
      expect(open(refused("conflict"))).toEqual({ [of]: "violated" });
      expect(open(noReply)).toEqual({ [of]: "errored" });
      expect(open(refused("invalid"))).toEqual({ [field]: "violated" });
    },
  );

  it("is undecided if nothing is accepted", () => {
    const open = openResults(judge({ control: refused("forbidden") }));

    expect(new Set(Object.values(open))).toEqual(new Set(["undecided"]));
    expect(Object.keys(open)).toContain("conditions.reason-is-a-word");
  });

  it("changes nothing if it is held", () => {
    expect(openResults(judge({ after: storing([]) }))).toEqual({
      "isolation.refused-write-changes-nothing": "violated",
    });
  });

  it("is not judged for kinds without conditions", () => {
    const findings = commonFormIsHeld.judge(null, strictTarget);

    expect(findings.map(({ requirement }) => requirement)).toEqual(commonFormIsHeld.covers);
    expect(findings.every((one) => one.result === "held" && one.instances === 0)).toBe(true);
  });
});

describe("the field of a defect", () => {
  const of = "errors.duplicate-condition-refused";

  function named(fields: readonly string[], words?: ConditionWords): Finding | undefined {
    const causes = fields.map((at) => ({ field: at, message: "no" }));
    const outcome = refused("invalid", { causes });
    const findings = judge({ defect: { of, outcome }, ...(words === undefined ? {} : { words }) });
    return findings.findLast(({ requirement }) => requirement === field);
  }

  it.each([
    { fields: ["status.conditions[1].type"], result: "held" },
    { fields: ["status.conditions[1]"], result: "held" },
    { fields: ["status.other", "status.conditions[1]"], result: "held" },
    { fields: ["input.health.conditions[1].type"], result: "held" },
    { fields: ["health.conditions.1.type"], result: "held" },
    { fields: ["status.conditions[0].type"], result: "violated" },
    { fields: ["health.conditions[0].type"], result: "violated" },
    { fields: ["health.preconditions[1].type"], result: "violated" },
    { fields: ["status.conditions"], result: "held" },
    { fields: ["report.conditions"], result: "held" },
    { fields: ["report.preconditions"], result: "violated" },
    { fields: [], result: "violated" },
  ])("is named by $fields: $result", ({ fields, result }) => {
    expect(named(fields)).toMatchObject({ result });
  });

  it.each([
    { fields: ["seen.checks[1].about"], result: "held" },
    { fields: ["input.seen.checks.1.about"], result: "held" },
    { fields: ["seen.checks[1]"], result: "held" },
    { fields: ["body.checks"], result: "held" },
    { fields: ["status.conditions[1].type"], result: "held" },
    { fields: ["seen.checks[1].verdict"], result: "violated" },
    { fields: ["seen.checks[0].about"], result: "violated" },
    { fields: ["seen.prechecks[1].about"], result: "violated" },
  ])("is named in the words of the target by $fields: $result", ({ fields, result }) => {
    const words = { path: "seen.checks", members: { type: "about", status: "verdict" } };

    expect(named(fields, words)).toMatchObject({
      result,
      ...(result === "held"
        ? {}
        : {
            expected:
              "if the list contains the same type twice, the causes name seen.checks[1].about",
          }),
    });
  });

  it("is named in a message in the words of the target", () => {
    const outcome = refused("invalid", { message: "about stands here twice" });
    const words = { members: { type: "about" } };
    const findings = judge({ defect: { of, outcome }, words });

    expect(findings.findLast(({ requirement }) => requirement === field)?.result).toBe("held");
  });

  it("is reported", () => {
    expect(named(["status.a", "status.b"])).toEqual({
      result: "violated",
      requirement: field,
      expected:
        "if the list contains the same type twice, the causes name status.conditions[1].type",
      actual: "the causes name status.a, status.b",
      evidence: [2],
    });
    expect(named([])).toMatchObject({ actual: "no cause names a field" });
  });

  it("is not judged in a refusal of the GraphQL library", () => {
    const message = 'Failed to parse "Timestamp": premature end of input';
    const at = "conditions.transition-time-is-an-instant";
    const open = (parts: Partial<Refusal>): unknown =>
      openResults(judge({ defect: { of: at, outcome: refused("invalid", parts) } }));

    expect(open({ message })).toEqual({ [field]: "violated" });
    expect(open({ message, isOfLibrary: true })).toEqual({});
  });

  it("may be named in the message alone", () => {
    const at = "conditions.reason-is-a-word";
    const open = (message: string): unknown =>
      openResults(judge({ defect: { of: at, outcome: refused("invalid", { message }) } }));

    expect(open("checks[0].reason is missing")).toEqual({});
    expect(open("a field is missing")).toEqual({ [field]: "violated" });
  });

  it("counts where the defect was rejected as invalid", () => {
    const findings = judge({ defect: { of, outcome: refused("conflict") } });
    const counts = findings
      .filter(({ requirement }) => requirement === field)
      .map((finding) => (finding.result === "held" ? finding.instances : finding.result));

    expect(counts).toEqual([...Array.from({ length: 12 }, () => 1), 0]);
  });
});

describe("conditions at the limit", () => {
  const causes = [{ message: "too long" }, { message: "too many" }];

  it.each<{ what: string; of: Parts; open: Readonly<Record<string, string>> }>([
    { what: "refused", of: { extreme: refused("invalid") }, open: { [limits]: "violated" } },
    { what: "cut", of: { extreme: storing(extremes.slice(1)) }, open: { [limits]: "violated" } },
    { what: "no list", of: { extreme: storing("none") }, open: { [limits]: "violated" } },
    {
      what: "not shown",
      of: { extreme: accepted(resourceAt("4")) },
      open: { [limits]: "violated" },
    },
    { what: "beside others", of: { extreme: storing([1, valid, ...extremes]) }, open: {} },
    { what: "lost", of: { extreme: noReply }, open: { [limits]: "errored" } },
    { what: "lost before", of: { usual: noReply }, open: { [limits]: "errored" } },
    {
      what: "rejected like the usual one",
      of: { usual: refused("forbidden"), extreme: refused("forbidden") },
      open: { [limits]: "undecided" },
    },
    { what: "taken unlike the usual one", of: { usual: refused("conflict") }, open: {} },
  ])("are $what", ({ of, open }) => {
    expect(openResults(judge(of))).toEqual(open);
  });

  it("are reported", () => {
    const [first] = extremesOf(valid).slice(2);

    expect(judge({ extreme: refused("invalid", { causes }) }).at(-1)).toEqual({
      result: "violated",
      requirement: limits,
      expected: "conditions at the limit of every field are stored",
      actual: "rejected as invalid (code INVALID): no; too long; too many",
      evidence: [41, 42],
    });
    expect(
      judge({ extreme: storing([...extremes.slice(0, 2), { ...first, reason: "r" }]) }).at(-1),
    ).toMatchObject({
      actual:
        'the stored conditions in the response: [1].reason is "r" instead of "not_camel_case:at,all_0"',
    });
  });
});
