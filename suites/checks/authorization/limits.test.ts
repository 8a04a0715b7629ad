import { keyOf } from "#contract";
import type { Outcome } from "#contract";
import type { Finding, Step } from "#harness";
import { describe, expect, it } from "vitest";
import { noReply, refused, resourceAt, stepWith, strictTarget } from "../testing/builders.ts";
import { forbidden, read, reported, stored, written } from "../testing/denial-builders.ts";
import { nameLimitsHold } from "./name-limits-hold.ts";
import { namespaceLimitsHold } from "./namespace-limits-hold.ts";
import { namespaceLimitsHoldForReads } from "./namespace-limits-hold-for-reads.ts";

type Result = Finding["result"];

const missing = refused("notFound");

describe("namespace-limits-hold", () => {
  it.each<[string, Outcome, Outcome, Outcome, Result]>([
    ["a denial in the other namespace", written, forbidden, written, "held"],
    ["a write in the other namespace", written, written, refused("conflict"), "violated"],
    ["an object that is hidden in the other namespace", written, missing, written, "held"],
    ["a denial for another reason", written, refused("invalid"), written, "violated"],
    ["an identity that may nothing at all", forbidden, forbidden, written, "undecided"],
    ["a write that nobody may make", written, forbidden, forbidden, "undecided"],
    [
      "a write at home that is rejected, and one elsewhere",
      refused("invalid"),
      written,
      written,
      "violated",
    ],
    ["a credential for the other namespace", forbidden, written, written, "undecided"],
    ["no answer at home", noReply, forbidden, written, "errored"],
    ["no answer elsewhere", written, noReply, written, "errored"],
  ])("on %s", (_, own, attempt, control, result) => {
    const trial = {
      own: reported("tenant", own, 1),
      attempt: reported("tenant", attempt, 2),
      control: reported("controller", control, 3),
    };

    expect(namespaceLimitsHold.judge([trial], strictTarget)).toMatchObject([
      { requirement: "authorization.namespace-limits-hold", result },
    ]);
  });

  it.each([
    { shown: 2, seen: 0, finding: { result: "held", instances: 1 } },
    { shown: 0, seen: 0, finding: { result: "held", instances: 0 } },
    { shown: 2, seen: 1, finding: { result: "violated" } },
  ])("on a list of $seen, where the author is shown $shown", ({ shown, seen, finding }) => {
    const trial = {
      own: read("tenant", stored),
      attempt: { ...read("tenant", listed(seen)) },
      control: { ...read("author", listed(shown)) },
    };

    expect(namespaceLimitsHold.judge([trial], strictTarget)).toMatchObject([finding]);
  });

  it("reports the limit, and the writes that were rejected within its own namespace", () => {
    expect(judgeTenant(written, refused("invalid"))).toMatchObject([
      {
        expected:
          "rejected as forbidden or notFound, because tenant has permissions only in another namespace",
        evidence: [2, 3],
      },
    ]);
    expect(judgeTenant(forbidden, forbidden)).toMatchObject([
      {
        reason:
          "no positive control: updateStatus as tenant was not accepted in its own namespace either (rejected as forbidden (code FORBIDDEN): no)",
        evidence: [1, 2, 3],
      },
    ]);
    expect(judgeTenant(noReply, forbidden)).toMatchObject([{ evidence: [1] }]);
  });

  it("finds nothing on kinds without a second namespace", () => {
    const empty = [{ result: "held", instances: 0 }];

    expect(namespaceLimitsHold.judge([], strictTarget)).toMatchObject(empty);
    const reads = namespaceLimitsHoldForReads.judge({ trials: [], everywhere: [] }, strictTarget);
    expect(reads).toMatchObject(empty);
  });
});

describe("name-limits-hold", () => {
  it.each<[string, Outcome, Outcome, Outcome, Result]>([
    ["a denial on the other object", written, forbidden, written, "held"],
    ["a write of the other object", written, written, refused("conflict"), "violated"],
    ["an agent that may nothing at all", forbidden, forbidden, written, "undecided"],
    ["a write that nobody may make", written, forbidden, forbidden, "undecided"],
    ["no answer", written, noReply, written, "errored"],
  ])("on %s", (_, own, attempt, control, result) => {
    const trial = {
      own: reported("assignee", own, 1),
      attempt: reported("assignee", attempt, 2),
      control: reported("controller", control, 3),
    };

    expect(nameLimitsHold.judge({ trials: [trial] }, strictTarget)).toMatchObject([
      { requirement: "authorization.name-limits-hold", result },
    ]);
  });

  it("reports the limit, and the writes that were rejected within it", () => {
    expect(judgeAssignee(written, refused("invalid"))).toMatchObject([
      {
        expected:
          "rejected as forbidden or notFound, because assignee has permissions only for objects with a different name",
      },
    ]);
    expect(judgeAssignee(forbidden, forbidden)).toMatchObject([
      {
        reason: expect.stringContaining(
          "not accepted on the object with the permitted name either",
        ),
      },
    ]);
  });

  it("decides nothing if the name exists already, and states so", () => {
    const skipped = "there is an object conformance-assigned";

    expect(nameLimitsHold.judge({ trials: [], skipped }, strictTarget)).toMatchObject([
      { result: "undecided", reason: skipped },
    ]);
  });
});

describe("namespace-limits-hold-for-reads", () => {
  const away = resourceAt("3", { metadata: { namespace: "other" } });
  const listing = (...items: readonly (typeof away)[]): Outcome => ({ result: "list", items });

  it.each<[string, Outcome, Result, number]>([
    ["is rejected", forbidden, "held", 1],
    ["is cut to the own namespace", listing(resourceAt("2")), "held", 1],
    ["has objects of the other", listing(resourceAt("2"), away), "violated", 0],
    ["is not possible", refused("invalid"), "held", 0],
    ["gets no answer", noReply, "errored", 0],
  ])("when a list of everything %s", (_, outcome, result, instances) => {
    const [finding] = namespaceLimitsHoldForReads.judge(
      { trials: [], everywhere: [listOf(outcome)], foreign: "other" },
      strictTarget,
    );

    expect(finding).toMatchObject(result === "held" ? { result, instances } : { result });
  });

  it("reports objects of the other namespace in a list of all namespaces", () => {
    const seen = { trials: [], everywhere: [listOf(listing(resourceAt("2"), away))] };

    expect(namespaceLimitsHoldForReads.judge({ ...seen, foreign: "other" }, strictTarget)).toEqual([
      {
        result: "violated",
        requirement: "authorization.namespace-limits-hold",
        expected: "rejected as forbidden, or a list without objects from namespace other",
        actual: "a list of 2 objects, 1 of them in namespace other",
        evidence: [1],
      },
    ]);
  });

  it("decides nothing if the credential is for the other namespace", () => {
    const trial = {
      own: read("tenant", forbidden),
      attempt: read("tenant", stored),
      control: read("author", stored),
    };
    const everywhere = [listOf(listing(away))];

    expect(
      namespaceLimitsHoldForReads.judge(
        { trials: [trial], everywhere, foreign: "other" },
        strictTarget,
      ),
    ).toMatchObject([
      { result: "undecided", reason: expect.stringContaining("does not match the role") },
    ]);
  });

  it("judges a read in the other namespace like a write", () => {
    const trial = {
      own: read("tenant", stored),
      attempt: read("tenant", stored),
      control: read("author", stored),
    };
    const seen = { trials: [trial], everywhere: [], foreign: "other" };

    expect(namespaceLimitsHoldForReads.judge(seen, strictTarget)).toMatchObject([
      { result: "violated" },
    ]);
  });
});

function judgeTenant(own: Outcome, attempt: Outcome): readonly Finding[] {
  const steps = { own: reported("tenant", own, 1), attempt: reported("tenant", attempt, 2) };
  const trial = { ...steps, control: reported("controller", written, 3) };
  return namespaceLimitsHold.judge([trial], strictTarget);
}

function judgeAssignee(own: Outcome, attempt: Outcome): readonly Finding[] {
  const steps = { own: reported("assignee", own, 1), attempt: reported("assignee", attempt, 2) };
  const trial = { ...steps, control: reported("controller", written, 3) };
  return nameLimitsHold.judge({ trials: [trial] }, strictTarget);
}

function listOf(outcome: Outcome): Step {
  const { kind } = keyOf(resourceAt("1"));
  return { ...stepWith(outcome), command: { verb: "list", identity: "tenant", kind } };
}

function listed(count: number): Outcome {
  return { result: "list", items: Array.from({ length: count }, () => resourceAt("1")) };
}
