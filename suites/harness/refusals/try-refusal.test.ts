import { describe, expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Outcome, RefusalReason, Resource } from "#contract";
import { given } from "../judging/given.ts";
import type { SeenEvent, Step } from "../judging/recorded-step.ts";
import type { SettledEvents } from "../session/check.ts";
import { judgeNoneMoved } from "./none-moved.ts";
import { judgeReason, judgeRefusal } from "./try-refusal.ts";
import type { RefusalTrial } from "./none-moved.ts";
import type { RefusalExpectation } from "./try-refusal.ts";

const key = { kind: "Service", namespace: "default", name: "a" };
const requirement = "concurrency.stale-status-write-conflicts";
const expectation: RefusalExpectation = {
  requirement,
  reasons: ["conflict"],
  because: "the version is stale",
};

function object(version: string, replicas = 1): Resource {
  const { namespace, name } = key;
  const metadata = { namespace, name, uid: uid("u"), resourceVersion: resourceVersion(version) };
  return { kind: "Service", metadata, spec: {}, status: { replicas } };
}

function step(exchange: number, outcome: Outcome): Step {
  const command = { verb: "read", identity: "author", key } as const;
  return { exchange, command, outcome, startedMs: exchange * 10, endedMs: exchange * 10 + 5 };
}

function accepted(exchange: number, version: string, replicas = 1): Step {
  return step(exchange, { result: "object", object: object(version, replicas) });
}

function refused(exchange: number, reason: RefusalReason): Step {
  const refusal = { reason, code: reason.toUpperCase(), message: "no", causes: [] };
  return step(exchange, { result: "refused", refusal });
}

function unread(exchange: number): Step {
  return step(exchange, { result: "unintelligible", detail: "HTTP 200 with a body of no JSON" });
}

const lost: Step = step(2, { result: "unknown", cause: "timeout", detail: "10000 ms" });

function event(version: string, arrivedMs: number): SeenEvent {
  return {
    type: "MODIFIED",
    resourceVersion: resourceVersion(version),
    object: object(version),
    arrivedMs,
  };
}

function seen(...events: readonly SeenEvent[]): SettledEvents {
  return { watched: true, reached: true, exchange: 9, events };
}

const good: RefusalTrial = {
  before: accepted(1, "7"),
  attempt: refused(2, "conflict"),
  after: accepted(3, "7"),
  events: seen(event("7", 5)),
  control: accepted(4, "8"),
};

describe("judgeReason", () => {
  it.each([
    ["the right refusal with its control", good, "held"],
    ["the right refusal without a possible control", { ...good, control: undefined }, "held"],
    ["an accepted attempt", { ...good, attempt: accepted(2, "8") }, "violated"],
    ["another reason", { ...good, attempt: refused(2, "invalid") }, "violated"],
    ["a control that is rejected too", { ...good, control: refused(4, "conflict") }, "undecided"],
    [
      "another reason that the control gets too",
      { ...good, attempt: refused(2, "invalid"), control: refused(4, "invalid") },
      "undecided",
    ],
    ["an unreadable response", { ...good, attempt: unread(2) }, "violated"],
    [
      "an unreadable response that the control gets too",
      { ...good, attempt: unread(2), control: unread(4) },
      "undecided",
    ],
    [
      "an unreadable response, to the read after it as well",
      { ...good, attempt: unread(2), after: unread(3), control: undefined },
      "undecided",
    ],
    ["a lost attempt", { ...good, attempt: lost }, "errored"],
    ["a lost control", { ...good, control: lost }, "errored"],
    [
      "an operation that is not offered",
      { ...good, attempt: step(2, { result: "unsupported", detail: "none" }) },
      "undecided",
    ],
    [
      "a response that cannot be read",
      { ...good, attempt: step(2, { result: "unintelligible", detail: "html" }) },
      "violated",
    ],
  ])("on %s", (_, trial, result) => {
    const { control, ...rest } = trial;
    const complete: RefusalTrial = control === undefined ? rest : { ...rest, control };

    expect(judgeReason(complete, expectation)).toMatchObject({ requirement, result });
  });

  const missing = (exchange: number): Step => refused(exchange, "notFound");

  function ambiguous(reason: RefusalReason, alsoFor: RefusalReason): Step {
    const refusal = { reason, alsoFor: [alsoFor], message: "0", causes: [] };
    return step(2, { result: "refused", refusal });
  }

  function judgedAs(trial: Partial<RefusalTrial>, reason: RefusalReason): string {
    const { control, ...rest } = { ...good, attempt: ambiguous("conflict", "notFound"), ...trial };
    const complete: RefusalTrial = control === undefined ? rest : { ...rest, control };
    return judgeReason(complete, { ...expectation, reasons: [reason] }).result;
  }

  it("judges a response with several meanings by its effect", () => {
    const absent = { before: missing(1), after: missing(3) };
    const stale = { attempt: ambiguous("notFound", "conflict") };

    expect(judgedAs({}, "conflict")).toBe("held");
    expect(judgedAs(absent, "notFound")).toBe("held");
    expect(judgedAs(stale, "conflict")).toBe("held");
    expect(judgedAs(absent, "invalid")).toBe("violated");
  });

  it("judges a response for a missing uid or a conflict by its effect on the object with the name", () => {
    const reasons = ["conflict", "notFound"] as const;
    const hidden = { ...good, attempt: ambiguous("forbidden", "notFound") };
    const resultOf = (trial: RefusalTrial): string =>
      judgeReason(trial, { ...expectation, reasons }).result;

    expect(resultOf(hidden)).toBe("held");
    expect(resultOf({ ...hidden, after: accepted(3, "8") })).toBe("undecided");
    expect(resultOf({ ...hidden, before: missing(1), after: missing(3) })).toBe("held");
    expect(resultOf({ ...hidden, before: missing(1) })).toBe("undecided");
    expect(resultOf({ ...hidden, control: refused(4, "forbidden") })).toBe("undecided");
  });

  it("states the other meanings of the response in a remark", () => {
    const trial = { ...good, attempt: ambiguous("notFound", "conflict") };

    expect(judgeReason(trial, expectation)).toMatchObject({
      remark:
        "judged by its effect, because the response also means notFound: the rejected request changed nothing, and the corrected request was accepted",
    });
  });

  it.each([
    ["the object exists", {}, "notFound"],
    ["the object is missing", { ...good, before: missing(1), after: missing(3) }, "conflict"],
    ["the object appears", { before: missing(1) }, "notFound"],
    ["the object changes", { after: accepted(3, "8") }, "conflict"],
    ["the state is unknown", { after: lost }, "conflict"],
  ] as const)("does not decide by the effect if %s", (_, trial, reason) => {
    const other = reason === "conflict" ? "notFound" : "conflict";

    expect(judgedAs({ ...trial, attempt: ambiguous(other, reason) }, reason)).toBe("undecided");
  });

  it("does not decide by the effect without a positive control", () => {
    const { control: _control, ...trial } = { ...good, attempt: ambiguous("notFound", "conflict") };

    expect(judgeReason(trial, expectation).result).toBe("undecided");
    expect(judgedAs({ ...trial, control: refused(4, "conflict") }, "conflict")).toBe("undecided");
  });

  it("does not apply if the response cannot show which of two errors is reported", () => {
    const absent = { before: missing(1), after: missing(3) };
    const trial = { ...good, ...absent, attempt: ambiguous("conflict", "notFound") };
    const ordered = { ...expectation, reasons: ["notFound"], isAboutOrder: true } as const;

    const shown = { ...trial, attempt: ambiguous("notFound", "conflict") };
    const clear = { ...trial, attempt: refused(2, "notFound") };

    expect(judgeReason(trial, ordered)).toMatchObject({ instances: 0, isInapplicable: true });
    expect(judgeReason(shown, ordered)).toMatchObject({ instances: 0, isInapplicable: true });
    expect(judgeReason(clear, ordered)).toMatchObject({ result: "held", instances: 1 });
    expect(judgeReason({ ...trial, attempt: accepted(2, "8") }, ordered).result).toBe("violated");
  });

  it("states the expected and the actual value", () => {
    const finding = judgeReason({ ...good, attempt: accepted(2, "8") }, expectation);

    expect(finding).toMatchObject({
      expected: "rejected as conflict, because the version is stale",
      actual: "accepted, version 8",
      evidence: [2, 4],
    });
  });
});

describe("the finding about a refusal", () => {
  const either: RefusalExpectation = { ...expectation, reasons: ["conflict", "invalid"] };

  it("names all permitted reasons, and is based on the attempt and its control", () => {
    expect(judgeReason({ attempt: accepted(2, "8"), control: accepted(4, "8") }, either)).toEqual({
      result: "violated",
      requirement,
      expected: "rejected as conflict or invalid, because the version is stale",
      actual: expect.stringContaining("8"),
      evidence: [2, 4],
    });
    expect(judgeReason({ attempt: refused(2, "invalid") }, either)).toEqual({
      result: "held",
      requirement,
      instances: 1,
      evidence: [2],
    });
  });

  it("states why it could not be decided", () => {
    const unsupported = step(2, { result: "unsupported", detail: "no operation" });

    expect(judgeReason({ attempt: unsupported }, expectation)).toEqual({
      result: "undecided",
      requirement,
      reason: "no operation",
      evidence: [2],
    });
    expect(judgeReason({ ...good, control: refused(4, "conflict") }, expectation)).toEqual({
      result: "undecided",
      requirement,
      reason:
        "no positive control: the corrected request was not accepted either (rejected as conflict (code CONFLICT): no)",
      evidence: [2, 4],
    });
    expect(judgeReason({ ...good, attempt: lost }, expectation)).toHaveProperty(
      "reason",
      expect.stringContaining("10000 ms"),
    );
  });

  it("is broken if the attempt was accepted, regardless of the control", () => {
    const trial = { attempt: accepted(2, "8"), control: refused(4, "conflict") };

    expect(judgeReason(trial, expectation).result).toBe("violated");
  });
});

describe("judgeNoneMoved", () => {
  it.each([
    ["nothing moved", good, ["held", "held"]],
    ["the stored object changed", { ...good, after: accepted(3, "8", 2) }, ["violated", "held"]],
    ["the version alone changed", { ...good, after: accepted(3, "8") }, ["violated", "held"]],
    ["the object vanished", { ...good, after: refused(3, "notFound") }, ["violated", "held"]],
    [
      "an event came",
      { ...good, events: seen(event("7", 5), event("8", 25)) },
      ["held", "violated"],
    ],
    [
      "an older event came late",
      { ...good, events: seen(event("6", 21), event("7", 25)) },
      ["held", "held"],
    ],
    [
      "an earlier event is repeated late",
      { ...good, events: seen(event("6", 1), event("7", 5), event("7", 25), event("6", 26)) },
      ["held", "undecided"],
    ],
    [
      "an event came, and an earlier one is repeated",
      { ...good, events: seen(event("7", 5), event("7", 25), event("8", 26)) },
      ["held", "violated"],
    ],
    [
      "an event with the stored version has another type",
      { ...good, events: seen({ ...event("7", 5), type: "ADDED" }, event("7", 25)) },
      ["held", "violated"],
    ],
    [
      "an event with the stored version has another object",
      { ...good, events: seen(event("7", 5), { ...event("7", 25), object: object("7", 2) }) },
      ["held", "violated"],
    ],
    [
      "the sentinel never came",
      { ...good, events: { ...seen(), reached: false } },
      ["held", "undecided"],
    ],
    ["there is no watch", { ...good, events: { ...seen(), watched: false } }, ["held", "held"]],
    ["the read was lost", { ...good, after: lost }, ["errored", "held"]],
    [
      "it was accepted, which is judged elsewhere",
      { ...good, attempt: accepted(2, "8") },
      ["held", "held"],
    ],
  ])("when %s", (_, trial, results) => {
    expect(judgeNoneMoved([trial]).map((finding) => finding.result)).toEqual(results);
  });

  it("counts no instance without a refusal or a watch", () => {
    const findings = judgeNoneMoved([{ ...good, attempt: accepted(2, "8") }]);

    expect(findings.map((finding) => "instances" in finding && finding.instances)).toEqual([0, 0]);
  });

  it("is part of judgeRefusal", () => {
    const moved = judgeRefusal({ ...good, after: accepted(3, "8") }, expectation);

    expect(moved.map(({ result }) => result)).toEqual(["held", "violated", "held"]);
    expect(judgeRefusal(good, expectation).map((finding) => finding.requirement)).toEqual([
      requirement,
      "isolation.refused-write-changes-nothing",
      "watch.nothing-for-refused",
    ]);
  });
});

const statement = { holds: true, expected: "x", actual: "y" };

describe("given", () => {
  it.each([
    ["all steps returned objects", { write: accepted(1, "7"), read: accepted(2, "7") }, "held"],
    ["one was rejected", { write: refused(1, "invalid"), read: accepted(2, "7") }, "undecided"],
    ["one was lost", { write: lost, read: refused(2, "invalid") }, "errored"],
  ])("when %s is %s", (_, steps, result) => {
    expect(given("write.keeps-identity", steps, () => statement)).toMatchObject({ result });
  });
});
