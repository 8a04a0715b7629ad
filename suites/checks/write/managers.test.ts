import { describe, expect, it } from "vitest";
import type { ManagedFields, Outcome, Resource } from "#contract";
import type { Finding } from "#harness";
import { violationsIn, doubtsIn } from "../testing/violations.ts";
import {
  accepted,
  noReply,
  refused,
  resourceAt,
  resultsOf,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { managerIsRecorded } from "./manager-is-recorded.ts";
import { managersNotWritable } from "./managers-not-writable.ts";

const fields = { "f:status": { "f:num": {} } };
const entry: ManagedFields = {
  manager: "conformance-first",
  operation: "Update",
  subresource: "status",
  fields,
};
const unsupported: Outcome = { result: "unsupported", detail: "no place for a manager" };

function ownedBy(...managedFields: readonly ManagedFields[]): Resource {
  return resourceAt("2", { metadata: { managedFields } });
}

describe("the record of a manager", () => {
  const requirement = "write.manager-is-recorded";

  it.each([
    { why: "complete", read: accepted(ownedBy(entry)), result: "held" },
    { why: "none", read: accepted(resourceAt("2")), result: "violated" },
    {
      why: "another manager",
      read: accepted(ownedBy({ ...entry, manager: "controller" })),
      result: "violated",
    },
    {
      why: "without fields",
      read: accepted(ownedBy({ ...entry, fields: {} })),
      result: "violated",
    },
    {
      why: "for the object",
      read: accepted(ownedBy({ manager: entry.manager, operation: "Update", fields })),
      result: "violated",
    },
    { why: "not read", read: refused("internal"), result: "undecided" },
    { why: "no response", read: noReply, result: "errored" },
  ])("$why: $result", ({ read, result }) => {
    expect(resultsOf(judge(accepted(resourceAt("2")), read), requirement)).toEqual([result]);
  });

  it.each([
    {
      read: ownedBy(
        { manager: "controller", operation: "Update", fields },
        { ...entry, fields: {} },
      ),
      actual:
        'managedFields names "controller" (Update, the object), "conformance-first" (Update, status)',
    },
    { read: resourceAt("2"), actual: "managedFields is absent" },
    { read: ownedBy(), actual: "managedFields is absent" },
  ])("is told in words: $actual", ({ read, actual }) => {
    const expected = 'managedFields lists status fields owned by "conformance-first"';

    expect(violationsIn(judge(accepted(resourceAt("2")), accepted(read)))).toEqual([
      { expected, actual, evidence: [1, 2] },
    ]);
  });

  it("is no instance through a mutation that names no manager", () => {
    expect(judge(unsupported, noReply)).toMatchObject([{ result: "held", instances: 0 }]);
  });

  function judge(write: Outcome, read: Outcome): readonly Finding[] {
    return managerIsRecorded.judge(
      { manager: entry.manager, write: stepWith(write, 1), read: stepWith(read, 2) },
      strictTarget,
    );
  }
});

describe("a record in a status write", () => {
  const requirement = "write.managers-not-writable";
  const other = { ...entry, manager: "conformance-second" };
  const done = accepted(ownedBy(entry, other));

  it.each([
    { why: "refused", attempt: refused("invalid"), control: done, result: "held" },
    { why: "ignored", attempt: done, control: done, result: "held" },
    {
      why: "taken over",
      attempt: accepted(ownedBy(other)),
      control: accepted(ownedBy(other)),
      result: "violated",
    },
    {
      why: "forged",
      attempt: accepted(ownedBy(entry, { ...other, manager: "conformance-forged" })),
      control: done,
      result: "violated",
    },
    {
      why: "reset by any write",
      attempt: refused("invalid"),
      control: accepted(ownedBy(other)),
      result: "violated",
    },
    {
      why: "no control",
      attempt: refused("invalid"),
      control: refused("invalid"),
      result: "undecided",
    },
    { why: "no response", attempt: noReply, control: done, result: "errored" },
  ])("$why: $result", ({ attempt, control, result }) => {
    expect(resultsOf(judgeRecordInWrite(ownedBy(entry), attempt, control), requirement)).toEqual([
      result,
    ]);
  });

  it("proves nothing if no writer was recorded, or nothing else is accepted", () => {
    const unowned = "the first write is not in managedFields";
    const alone = "no positive control: even without managedFields, ";

    expect(doubtsIn(judgeRecordInWrite(resourceAt("2"), done, done))).toEqual([[unowned, 1, 2]]);
    expect(doubtsIn(judgeRecordInWrite(ownedBy(other), done, done))).toEqual([[unowned, 1, 2]]);
    expect(doubtsIn(judgeRecordInWrite(ownedBy(entry), done, refused("invalid")))).toEqual([
      [expect.stringContaining(alone), 1, 2],
    ]);
    expect(doubtsIn(judgeRecordInWrite(ownedBy(entry), done, noReply))).toEqual([
      ["unknown (timeout: no response within 10000 ms)", 1, 2],
    ]);
  });

  it.each([
    {
      attempt: accepted(ownedBy(other)),
      actual: /^the entry of "conformance-first": it is absent instead of /u,
    },
    {
      attempt: accepted(ownedBy({ ...entry, operation: "Apply" })),
      actual: /^the entry of "conformance-first": operation is "Apply" instead of "Update"$/u,
    },
    {
      attempt: accepted(ownedBy({ ...other, manager: "conformance-forged" }, entry)),
      actual: /^the forged entry is in managedFields$/u,
    },
  ])("is told in words: $actual", ({ attempt, actual }) => {
    expect(violationsIn(judgeRecordInWrite(ownedBy(entry), attempt, done))).toEqual([
      {
        expected:
          'an empty record neither changes the entry of "conformance-first" nor adds an entry',
        actual: expect.stringMatching(actual),
        evidence: [1, 2],
      },
    ]);
  });

  it("is no instance where it cannot be sent", () => {
    expect(judgeRecordInWrite(ownedBy(entry), unsupported, done)).toMatchObject([
      { result: "held", instances: 0 },
    ]);
  });
});

function judgeRecordInWrite(
  owned: Resource,
  attempt: Outcome,
  control: Outcome,
): readonly Finding[] {
  const steps = { attempt: stepWith(attempt, 1), control: stepWith(control, 2) };
  return managersNotWritable.judge(
    { trials: [{ what: "an empty record", owned, ...steps }] },
    strictTarget,
  );
}
