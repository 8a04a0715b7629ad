import { describe, expect, it } from "vitest";
import type { JsonObject, Outcome, Resource } from "#contract";
import type { Finding, SettledEvents } from "#harness";
import { violationsIn, doubtsIn } from "../testing/violations.ts";
import {
  accepted,
  noReply,
  refused,
  resourceAt,
  resultsOf,
  settledWith,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { eventOf, unsettled } from "../testing/watch-builders.ts";
import { defaultEndsWithFirstWrite } from "./default-ends-with-first-write.ts";
import { defaultIsVisible } from "./default-is-visible.ts";
import { memberDefaultNeedsStatus } from "./member-default-needs-status.ts";

const beginning: JsonObject = { observedGeneration: -1 };

describe("the default of a status", () => {
  const requirement = "write.status-default-is-visible";
  const fresh = resourceAt("1", { status: beginning });
  const bare = resourceAt("1");
  const neighbour = resourceAt("1", { metadata: { name: "b" } });
  const key = { kind: "Service", name: "a" };

  interface Views {
    readonly reply?: Resource;
    readonly read?: Outcome;
    readonly list?: Outcome;
    readonly settled?: SettledEvents;
  }

  function judge(views: Views): readonly Finding[] {
    const { reply = fresh, read = accepted(fresh), list = listOf(neighbour, fresh) } = views;
    const { settled = announced(fresh) } = views;
    const created = { key, object: reply, exchange: 1 };
    const steps = { read: stepWith(read, 2), list: stepWith(list, 3) };
    return defaultIsVisible.judge({ beginning, created, ...steps, settled }, strictTarget);
  }

  it("is visible everywhere", () => {
    expect(resultsOf(judge({}), requirement)).toEqual(["held", "held", "held", "held"]);
  });

  it.each<{ readonly where: string; readonly views: Views; readonly evidence: number }>([
    { where: "the response to the create request", views: { reply: bare }, evidence: 1 },
    { where: "a read", views: { read: accepted(bare) }, evidence: 2 },
    { where: "a list", views: { list: listOf(neighbour, bare) }, evidence: 3 },
    { where: "the event for the new object", views: { settled: announced(bare) }, evidence: 9 },
  ])("is missing in $where", ({ where, views, evidence }) => {
    const expected = `${where} shows the default {"observedGeneration":-1}`;
    const actual = 'the status: it is absent instead of {"observedGeneration":-1}';

    expect(violationsIn(judge(views))).toEqual([{ expected, actual, evidence: [evidence] }]);
  });

  it.each<{ readonly why: string; readonly views: Views; readonly doubt: readonly unknown[] }>([
    {
      why: "the object cannot be read",
      views: { read: refused("forbidden") },
      doubt: ["a read does not show the object", 2],
    },
    {
      why: "it is not listed",
      views: { list: listOf(neighbour) },
      doubt: ["a list does not show the object", 3],
    },
    {
      why: "nothing may be listed",
      views: { list: refused("forbidden") },
      doubt: ["a list does not show the object", 3],
    },
    {
      why: "no event for the creation came",
      views: { settled: settledWith() },
      doubt: ["the event for the new object does not show the object", 9],
    },
    {
      why: "no sentinel came",
      views: { settled: unsettled },
      doubt: ["no event for the sentinel"],
    },
  ])("is not looked for where $why", ({ views, doubt }) => {
    const findings = judge(views);

    expect(violationsIn(findings)).toEqual([]);
    expect(doubtsIn(findings)).toEqual([doubt]);
  });

  it("is looked for in three places where nothing is watched", () => {
    const findings = judge({ settled: { watched: false, reached: false, events: [] } });

    expect(resultsOf(findings, requirement)).toEqual(["held", "held", "held"]);
  });

  it.each([
    { views: { read: noReply }, lost: [2] },
    { views: { list: noReply }, lost: [3] },
    { views: { read: noReply, list: noReply }, lost: [2, 3] },
  ])("is unknown where a response is lost: $lost", ({ views, lost }) => {
    const findings = judge(views);

    expect(findings.every(({ result }) => result === "errored")).toBe(true);
    expect(findings.flatMap(({ evidence }) => evidence)).toEqual(lost);
  });

  it("is not judged where there is none", () => {
    expect(defaultIsVisible.judge(null, strictTarget)).toMatchObject([{ instances: 0 }]);
    expect(defaultEndsWithFirstWrite.judge(null, strictTarget)).toMatchObject([{ instances: 0 }]);
  });
});

describe("the first status write", () => {
  const requirement = "write.status-default-ends-with-first-write";
  const submitted = { size: 1 };
  const right = accepted(resourceAt("2", { status: submitted }));
  const filled = accepted(resourceAt("2", { status: { ...submitted, ...beginning } }));
  const judge = (write: Outcome, read: Outcome): readonly Finding[] =>
    defaultEndsWithFirstWrite.judge(
      { beginning, submitted, write: stepWith(write, 1), read: stepWith(read, 2) },
      strictTarget,
    );

  it.each([
    { why: "is all there is", write: right, read: right, result: "held" },
    { why: "is rejected", write: refused("conflict"), read: right, result: "undecided" },
    { why: "gets no response", write: noReply, read: right, result: "errored" },
  ])("$why: $result", ({ write, read, result }) => {
    expect(resultsOf(judge(write, read), requirement)).toEqual([result]);
  });

  it.each([
    { what: "the status in the response", write: filled, read: right },
    { what: "the stored status", write: right, read: filled },
    { what: "the stored status", write: filled, read: filled },
  ])("leaves a default in $what", ({ what, write, read }) => {
    const expected = 'nothing remains of the default {"observedGeneration":-1}';
    const actual = `${what}: observedGeneration is -1 instead of absent`;

    expect(violationsIn(judge(write, read))).toEqual([{ expected, actual, evidence: [1, 2] }]);
  });
});

describe("the default of a status member", () => {
  const requirement = "write.member-default-creates-no-status";
  const submitted = { size: 1 };
  const bare = accepted(resourceAt("1"));
  const complete = accepted(resourceAt("2", { status: { size: 1, rank: 5 } }));
  const made = accepted(resourceAt("1", { status: { rank: 5 } }));

  interface Seen {
    readonly created?: Outcome;
    readonly read?: Outcome;
    readonly write?: Outcome;
  }

  function judge({ created = bare, read = bare, write = complete }: Seen): readonly Finding[] {
    const steps = { created: stepWith(created, 1), read: stepWith(read, 2) };
    const known = { defaulted: "rank", submitted, write: stepWith(write, 3) };
    return memberDefaultNeedsStatus.judge({ ...steps, ...known }, strictTarget);
  }

  it.each<{ readonly what: string; readonly seen: Seen; readonly results: readonly string[] }>([
    { what: "completes a status", seen: {}, results: ["held", "held"] },
    { what: "is unknown", seen: { write: noReply }, results: ["held", "errored"] },
    {
      what: "cannot be written",
      seen: { write: refused("invalid") },
      results: ["held", "undecided"],
    },
    { what: "is shown to nobody", seen: { read: noReply }, results: ["errored", "held"] },
  ])("$what: $results", ({ seen, results }) => {
    expect(resultsOf(judge(seen), requirement)).toEqual(results);
  });

  it.each<{ readonly what: string; readonly seen: Seen }>([
    { what: "in the response", seen: { created: made } },
    { what: "in a read", seen: { read: made } },
  ])("makes a status $what", ({ seen }) => {
    expect(violationsIn(judge(seen))).toEqual([
      {
        expected: "a new object has no status",
        actual: 'the status: it is {"rank":5} instead of absent',
        evidence: [1, 2],
      },
    ]);
  });

  it.each([
    { status: { size: 1 }, actual: 'the status {"size":1} has no rank' },
    { status: undefined, actual: "the status {} has no rank" },
    { status: { rank: 5 }, actual: "the status without rank: size is absent instead of 1" },
    { status: { size: 2, rank: 5 }, actual: "the status without rank: size is 2 instead of 1" },
    {
      status: { size: 1, rank: 5, more: 1 },
      actual: "the status without rank: more is 1 instead of absent",
    },
  ])("does not fill up a status: $actual", ({ status, actual }) => {
    const write = accepted(resourceAt("2", status === undefined ? {} : { status }));
    const expected = "the first status is stored with the default of its field rank";

    expect(violationsIn(judge({ write }))).toEqual([{ expected, actual, evidence: [3] }]);
  });

  it("is not seen where no kind can be defined", () => {
    const findings = memberDefaultNeedsStatus.judge(null, strictTarget);

    expect(doubtsIn(findings)).toEqual([["the dialect declares no kind for checks to define"]]);
  });
});

function listOf(...items: readonly Resource[]): Outcome {
  return { result: "list", items };
}

function announced(object: Resource): SettledEvents {
  return settledWith({ events: [eventOf({ object, exchange: 1 }, "ADDED")] });
}
