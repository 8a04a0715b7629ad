import { describe, expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { JsonObject, Outcome, RefusalReason } from "#contract";
import { judgeRefusals } from "../refusals/try-refusals.ts";
import { undecided } from "./finding.ts";
import { afterAccepted, judgeStatus } from "./judge-status.ts";
import type { Step } from "./recorded-step.ts";

const key = { kind: "Service", namespace: "default", name: "a" };
const requirement = "write.merge-patch-replaces-lists";

function stepWith(exchange: number, outcome: Outcome): Step {
  const command = { verb: "read", identity: "author", key } as const;
  return { exchange, command, outcome, startedMs: 0, endedMs: 1 };
}

function stored(exchange: number, status: JsonObject): Step {
  const { namespace, name } = key;
  const metadata = { namespace, name, uid: uid("u"), resourceVersion: resourceVersion("1") };
  const object = { kind: "Service", metadata, status };
  return stepWith(exchange, { result: "object", object });
}

function refused(exchange: number, reason: RefusalReason): Step {
  const refusal = { reason, message: "no", causes: [] };
  return stepWith(exchange, { result: "refused", refusal });
}

const lost = stepWith(1, { result: "unknown", cause: "timeout", detail: "10000 ms" });
const unsupported = stepWith(1, { result: "unsupported", detail: "no operation" });
const status = { num: 1 };

describe("the status that must result from a write", () => {
  it.each([
    { why: "stored", write: stored(1, { num: 1 }), result: "held" },
    { why: "another value", write: stored(1, { num: 2 }), result: "violated" },
    { why: "one member more", write: stored(1, { num: 1, phase: "A" }), result: "violated" },
    { why: "refused", write: refused(1, "invalid"), result: "violated" },
    { why: "denied", write: refused(1, "forbidden"), result: "undecided" },
    { why: "not known", write: refused(1, "unauthenticated"), result: "undecided" },
    { why: "no response", write: lost, result: "errored" },
  ])("$why: $result", ({ write, result }) => {
    expect(judgeStatus({ requirement, write, status, because: "so" }).result).toBe(result);
  });

  it("is taken from a read, and not from the response", () => {
    const write = stored(1, { num: 1 });
    const read = stored(2, { num: 7 });

    expect(judgeStatus({ requirement, write, read, status, because: "the write says so" })).toEqual(
      {
        result: "violated",
        requirement,
        expected: 'accepted, and the status is {"num":1}, because the write says so',
        actual: "the status: num is 7 instead of 1",
        evidence: [1, 2],
      },
    );
  });

  it.each([
    ["forbidden", "undecided"],
    ["internal", "undecided"],
    ["notFound", "violated"],
  ] as const)("is %s where a read of it is rejected: %s", (reason, result) => {
    const of = { requirement, write: stored(1, status), read: refused(2, reason), status } as const;
    const finding = judgeStatus({ ...of, because: "so" });

    expect(finding).toMatchObject({ result, evidence: [1, 2] });
  });

  it("is compared in the relevant fields", () => {
    const write = stored(1, { num: 1, phase: "A" });
    const because = "so";

    expect(judgeStatus({ requirement, write, status, members: ["num"], because }).result).toBe(
      "held",
    );
    expect(
      judgeStatus({ requirement, write, status: {}, members: ["phase"], because }),
    ).toMatchObject({
      result: "violated",
      expected: "accepted, and status.phase is absent, because so",
    });
  });

  it("is taken from the response if nothing else shows it", () => {
    const write = stored(1, { num: 1 });

    expect(judgeStatus({ requirement, write, status, because: "so" })).toEqual({
      result: "held",
      requirement,
      instances: 1,
      evidence: [1],
    });
  });

  it("is unknown if a read was lost, or if the caller may not write", () => {
    const write = stored(3, { num: 1 });

    expect(judgeStatus({ requirement, write, read: lost, status, because: "so" })).toMatchObject({
      result: "errored",
      reason: expect.stringContaining("10000 ms"),
      evidence: [3, 1],
    });
    expect(
      judgeStatus({ requirement, write: refused(1, "forbidden"), status, because: "so" }),
    ).toMatchObject({ reason: "rejected as forbidden (no code): no" });
  });

  it("states how a write was wrongly rejected", () => {
    const write = refused(1, "invalid");

    expect(judgeStatus({ requirement, write, status, because: "so" })).toMatchObject({
      expected: 'accepted, and the status is {"num":1}, because so',
      actual: "rejected as invalid (no code): no",
    });
    const accepted = stepWith(1, { result: "unintelligible", detail: "html" });
    expect(judgeStatus({ requirement, write: accepted, status: {}, because: "so" }).result).toBe(
      "violated",
    );
  });

  it("names each relevant field", () => {
    const members = ["num", "phase"];
    const write = stored(1, { num: 2 });

    expect(judgeStatus({ requirement, write, status, members, because: "so" })).toMatchObject({
      expected: "accepted, and status.num is 1 and status.phase is absent, because so",
      actual: "the status: num is 2 instead of 1",
    });
  });

  it("may be absent", () => {
    const bare = stored(1, {});
    const { namespace, name } = key;
    const metadata = { namespace, name, uid: uid("u"), resourceVersion: resourceVersion("1") };
    const without = stepWith(2, { result: "object", object: { kind: "Service", metadata } });

    for (const read of [bare, without]) {
      expect(
        judgeStatus({ requirement, write: bare, read, status: {}, because: "so" }).result,
      ).toBe("held");
    }
  });

  it("is no instance if no operation supports the write", () => {
    expect(judgeStatus({ requirement, write: unsupported, status, because: "so" })).toMatchObject({
      result: "held",
      instances: 0,
    });
  });
});

describe("a finding after accepted steps", () => {
  const finding = undecided(requirement, "judged", []);

  it.each([
    { why: "all accepted", steps: [stored(1, {}), stored(2, {})], expected: finding },
    {
      why: "one rejected",
      steps: [stored(1, {}), refused(2, "invalid")],
      expected: {
        result: "undecided",
        reason: "nothing to judge: rejected as invalid (no code): no",
        evidence: [1, 2],
      },
    },
    {
      why: "one lost",
      steps: [refused(2, "invalid"), lost],
      expected: { result: "errored", evidence: [2, 1] },
    },
  ])("$why", ({ steps, expected }) => {
    expect(afterAccepted(requirement, steps, () => finding)).toMatchObject(expected);
  });
});

describe("several mistakes", () => {
  const events = { watched: true, reached: true, exchange: 9, events: [] };

  it("are judged if they were sent", () => {
    const trial = {
      before: stored(1, {}),
      attempt: refused(2, "invalid"),
      after: stored(3, {}),
      events,
    };
    const findings = judgeRefusals({ requirement, reasons: ["invalid"] }, [
      { because: "it is wrong", trial },
      { because: "it is wrong", trial: { ...trial, attempt: unsupported } },
      { because: "it is wrong", trial: { ...trial, attempt: refused(4, "notFound") } },
    ]);

    expect(
      findings.filter((each) => each.requirement === requirement).map(({ result }) => result),
    ).toEqual(["held", "violated"]);
  });

  it("are no instance if none was sent", () => {
    expect(judgeRefusals({ requirement, reasons: ["invalid"] }, [])).toMatchObject([
      { requirement, result: "held", instances: 0 },
      { result: "held", instances: 0 },
      { result: "held", instances: 0 },
    ]);
  });
});
