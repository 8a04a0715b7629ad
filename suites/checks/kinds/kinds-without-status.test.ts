import { describe, expect, it } from "vitest";
import type { Outcome } from "#contract";
import type { Finding, RefusalTrial } from "#harness";
import {
  accepted,
  noReply,
  openResults,
  refused,
  refusedWithoutCode,
  resourceAt,
  stepWith,
  strictTarget,
  trialWith,
} from "../testing/builders.ts";
import { missingStatusIsToldApart } from "./missing-status-is-told-apart.ts";
import { plainStatusIsContent } from "./plain-status-is-content.ts";

describe("a status without nested content", () => {
  const first = { size: 1 };
  const second = { size: 2 };
  const withFirst = accepted(resourceAt("2", { status: first }));
  const counted = { generation: 2 };
  const withSecond = accepted(resourceAt("3", { status: second, metadata: counted }));
  const refusal = trialWith({ attempt: refused("invalid") });

  interface Parts {
    readonly created?: Outcome;
    readonly updated?: Outcome;
    readonly read?: Outcome;
    readonly trial?: RefusalTrial;
  }

  type Observations = NonNullable<Parameters<typeof plainStatusIsContent.judge>[0]>;

  function observed(parts: Parts): Observations {
    const { created = withFirst, updated = withSecond, read = withSecond, trial = refusal } = parts;
    const steps = { created: stepWith(created, 1), updated: stepWith(updated, 2) };
    return { first, second, ...steps, read: stepWith(read, 3), defect: "too large", trial };
  }

  function judge(parts: Parts): readonly Finding[] {
    return plainStatusIsContent.judge(observed(parts), strictTarget);
  }

  it.each<Parts & { what: string; open: Readonly<Record<string, string>> }>([
    { what: "right", open: {} },
    {
      what: "dropped on creation",
      created: accepted(resourceAt("2")),
      open: { "kinds.plain-status-is-stored": "violated" },
    },
    {
      what: "kept on update",
      read: accepted(resourceAt("3", { status: first, metadata: counted })),
      open: { "kinds.plain-status-is-stored": "violated" },
    },
    {
      what: "not counted",
      read: accepted(resourceAt("3", { status: second })),
      open: { "generation.counts-plain-status": "violated" },
    },
    {
      what: "not validated",
      trial: trialWith({ attempt: accepted(resourceAt("4")) }),
      open: { "kinds.plain-status-is-validated": "violated" },
    },
    {
      what: "never accepted",
      trial: trialWith({ attempt: refused("invalid"), control: refused("invalid") }),
      open: { "kinds.plain-status-is-validated": "undecided" },
    },
    {
      what: "unknown",
      read: noReply,
      open: {
        "kinds.plain-status-is-stored": "errored",
        "generation.counts-plain-status": "errored",
      },
    },
    {
      what: "counted twice",
      read: accepted(resourceAt("3", { status: second, metadata: { generation: 3 } })),
      open: { "generation.counts-plain-status": "violated" },
    },
    {
      what: "rejected on update",
      updated: refused("invalid"),
      open: {
        "kinds.plain-status-is-stored": "undecided",
        "generation.counts-plain-status": "undecided",
      },
    },
    {
      what: "not replaced by what is rejected",
      trial: trialWith({ attempt: refused("invalid"), after: withSecond }),
      open: { "isolation.refused-write-changes-nothing": "violated" },
    },
  ])("is $what", ({ open, ...parts }) => {
    expect(openResults(judge(parts))).toEqual(open);
  });

  it("is reported", () => {
    const dropped = judge({ created: accepted(resourceAt("2")) });
    const kept = judge({
      read: accepted(resourceAt("3", { status: first, metadata: { generation: 4 } })),
      trial: trialWith({ attempt: withSecond }),
    });

    expect(dropped[0]).toMatchObject({
      actual: 'the status after the creation: it is absent instead of {"size":1}',
      evidence: [1, 2, 3],
    });
    expect(kept).toMatchObject([
      { actual: "the status after the update: size is 1 instead of 2" },
      { expected: "generation 2, because the status has changed once", actual: "generation 4" },
      { expected: "rejected as invalid, because the schema does not allow the status: too large" },
      {},
      {},
    ]);
  });

  it("is counted from nothing where the creation has no generation", () => {
    const { generation: _generation, ...metadata } = resourceAt("2").metadata;
    const created = accepted({ kind: "Service", metadata, spec: {}, status: first });
    const once = accepted(resourceAt("3", { status: second }));

    expect(judge({ created, read: once })[1]).toMatchObject({ result: "held" });
    expect(judge({ created })[1]).toMatchObject({
      expected: "generation 1, because the status has changed once",
    });
  });

  it("counts as two instances, the creation's and the update's", () => {
    expect(judge({})[0]).toMatchObject({ instances: 2 });
  });

  it("is not known to be validated where no invalid one is known", () => {
    const { trial: _trial, ...observations } = observed({});

    const findings = plainStatusIsContent.judge(observations, strictTarget);

    expect(openResults(findings)).toEqual({});
    expect(new Set(findings.map(({ requirement }) => requirement))).toEqual(
      new Set(plainStatusIsContent.covers),
    );
    expect(findings).toContainEqual(
      expect.objectContaining({
        requirement: "kinds.plain-status-is-validated",
        result: "held",
        instances: 0,
        note: "no invalid status is known for the kind",
      }),
    );
  });

  it("is not counted twice where both samples are equal", () => {
    const read = accepted(resourceAt("3", { status: first }));
    const same = plainStatusIsContent.judge({ ...observed({ read }), second: first }, strictTarget);

    expect(same[1]).toMatchObject({
      requirement: "generation.counts-plain-status",
      result: "held",
      instances: 0,
    });
  });

  it("is not judged for kinds without any", () => {
    const findings = plainStatusIsContent.judge(null, strictTarget);

    expect(findings.map(({ requirement }) => requirement)).toEqual(plainStatusIsContent.covers);
    expect(openResults(findings)).toEqual({});
  });
});

describe("a status write to a kind without a status", () => {
  const requirement = "kinds.missing-status-is-told-apart";
  const code = "errors.machine-code";
  const absent = refused("notFound", { code: "NOT_FOUND" });
  const apart = refused("invalid", { code: "INVALID" });

  function judge(statusless: Outcome, missing: Outcome = absent): readonly Finding[] {
    return missingStatusIsToldApart.judge(
      [{ via: "a", statusless: stepWith(statusless, 1), missing: stepWith(missing, 2) }],
      strictTarget,
    );
  }

  it.each<{
    what: string;
    statusless: Outcome;
    missing?: Outcome;
    open: Readonly<Record<string, string>>;
  }>([
    { what: "told apart", statusless: apart, open: {} },
    { what: "taken for a missing object", statusless: absent, open: { [requirement]: "violated" } },
    {
      what: "rejected like a missing object",
      statusless: apart,
      missing: refused("notFound", { code: "INVALID" }),
      open: { [requirement]: "violated" },
    },
    {
      what: "accepted",
      statusless: accepted(resourceAt("2")),
      open: { [requirement]: "violated" },
    },
    {
      what: "rejected without a code",
      statusless: refusedWithoutCode("invalid"),
      open: { [requirement]: "violated", [code]: "violated" },
    },
    {
      what: "rejected with an empty code",
      statusless: refused("invalid", { code: "" }),
      open: { [requirement]: "violated", [code]: "violated" },
    },
    {
      what: "rejected, and a missing object is not",
      statusless: apart,
      missing: accepted(resourceAt("2")),
      open: { [requirement]: "undecided" },
    },
    {
      what: "unknown",
      statusless: noReply,
      open: { [requirement]: "errored", [code]: "errored" },
    },
    {
      what: "compared with what is unknown",
      statusless: apart,
      missing: noReply,
      open: { [requirement]: "errored", [code]: "errored" },
    },
  ])("is $what", ({ statusless, missing, open }) => {
    expect(openResults(judge(statusless, missing))).toEqual(open);
  });

  it("is reported next to that to a missing object", () => {
    expect(judge(refusedWithoutCode("invalid"))).toMatchObject([
      {
        expected:
          "a rejects the write to this kind with a different code than a write to a missing object",
        actual:
          "rejected as invalid (no code): no; a missing object is rejected as notFound (code NOT_FOUND): no",
        evidence: [1, 2],
      },
      { evidence: [1] },
    ]);
    expect(judge(apart, accepted(resourceAt("2")))[0]).toMatchObject({
      reason:
        "the write to the missing object was not rejected as not found, so there is nothing to compare: a missing object is accepted, version 2",
      evidence: [1, 2],
    });
    // The second write was rejected for another reason, so its code is no evidence about missing objects.
    expect(judge(apart, apart)[0]).toMatchObject({ result: "undecided" });
    expect(judge(noReply)[0]).toMatchObject({ evidence: [1, 2] });
  });

  it("has a code only if it is rejected", () => {
    expect(judge(apart)[1]).toMatchObject({ instances: 1 });
    expect(judge(accepted(resourceAt("2")))[1]).toMatchObject({ instances: 0 });
  });

  it("does not apply if no mutation accepts the kind", () => {
    const none = { instances: 0, isInapplicable: true, note: expect.stringContaining("compare") };

    expect(missingStatusIsToldApart.judge([], strictTarget)).toMatchObject([
      { requirement, ...none },
      { requirement: code, ...none },
    ]);
  });
});
