import { describe, expect, it } from "vitest";
import type { Outcome } from "#contract";
import type { Finding, JudgeContext, SettledEvents } from "#harness";
import {
  accepted,
  complaintOf,
  noReply,
  openResults,
  refused,
  resourceAt,
  resultsOf,
  settledWith,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { eventOf, unsettled, writtenAt } from "../testing/watch-builders.ts";
import { noOpKeepsVersion } from "./no-op-keeps-version.ts";
import type { RepeatedNoOps } from "./repeated-no-ops.ts";

const version = "concurrency.no-op-keeps-version";
const generation = "generation.ignores-no-op-writes";
const silence = "watch.nothing-for-no-op";

const stored = writtenAt("2");
/** Arrives after the writes: the first one was sent at 10 ms. */
const late = { ...eventOf(stored), arrivedMs: 20 };

const taking: JudgeContext = {
  ...strictTarget,
  semantics: { ...strictTarget.semantics, noOp: "takesVersion" },
};

interface Writes {
  readonly status?: Outcome;
  readonly spec?: Outcome;
  readonly events?: SettledEvents;
  readonly target?: JudgeContext;
}

function judge({ status = at("2"), spec = at("2"), ...rest }: Writes): readonly Finding[] {
  const { events = settledWith({ events: [late] }), target = strictTarget } = rest;
  const [sameStatus, sameSpec] = [stepWith(status, 1), stepWith(spec, 2)];
  return noOpKeepsVersion.judge({ stored: stored.object, sameStatus, sameSpec, events }, target);
}

function at(text: string, count = 1): Outcome {
  return accepted(resourceAt(text, { metadata: { generation: count } }));
}

function seen(...events: readonly ReturnType<typeof eventOf>[]): SettledEvents {
  return settledWith({ events: events.map((event) => ({ ...event })) });
}

describe("a write that changes nothing", () => {
  it.each<{ why: string; of: Writes; open: Readonly<Record<string, string>> }>([
    { why: "nothing moves", of: {}, open: {} },
    { why: "a version of the spec", of: { spec: at("3") }, open: { [version]: "violated" } },
    {
      why: "a generation",
      of: { spec: at("2", 2) },
      open: { [version]: "violated", [generation]: "violated" },
    },
    {
      why: "a refusal",
      of: { spec: refused("conflict") },
      open: { [version]: "undecided", [generation]: "undecided" },
    },
    {
      why: "refusals",
      of: { status: refused("conflict"), spec: refused("conflict") },
      open: { [version]: "undecided", [generation]: "undecided", [silence]: "undecided" },
    },
    {
      why: "an event beside a refusal",
      of: { spec: refused("conflict"), events: seen(late, eventOf(writtenAt("3"))) },
      open: { [version]: "undecided", [generation]: "undecided", [silence]: "violated" },
    },
    {
      why: "no response",
      of: { spec: noReply },
      open: { [version]: "errored", [generation]: "errored", [silence]: "errored" },
    },
    {
      why: "no watch",
      of: { events: settledWith({ watched: false }) },
      open: {},
    },
    { why: "no sentinel", of: { events: unsettled }, open: { [silence]: "undecided" } },
    {
      why: "a sentinel that nobody asked for",
      of: { events: settledWith({ reached: false }) },
      open: { [silence]: "undecided" },
    },
  ])("$why", ({ of, open }) => {
    expect(openResults(judge(of))).toEqual(open);
  });

  it("is compared with the result of the previous one", () => {
    expect(resultsOf(judge({ status: at("3"), spec: at("3") }), version)).toEqual([
      "violated",
      "held",
    ]);
    expect(resultsOf(judge({ status: refused("conflict"), spec: at("3") }), version)).toEqual([
      "undecided",
      "violated",
    ]);
  });

  it("is reported with its effect", () => {
    const findings = judge({ spec: at("2", 2), events: seen(late, late, late) });

    expect(complaintOf(findings, version)).toBe(
      "the object: metadata.generation is 2 instead of 1",
    );
    expect(complaintOf(findings, generation)).toBe("generation 2");
    expect(complaintOf(findings, silence)).toBe("2 events: MODIFIED 2, MODIFIED 2");
    expect(findings.map(({ evidence }) => evidence)).toEqual([[1], [2], [2], [1, 2]]);
  });
});

describe("a repeated event", () => {
  const event = (arrivedMs: number): ReturnType<typeof eventOf> => ({ ...late, arrivedMs });
  const events = [late, event(21)];
  const more = (...counts: readonly number[]): RepeatedNoOps => ({
    idle: events,
    writes: counts.map((count, index) => ({
      step: stepWith(at("2"), 10 + index),
      events: [...events, ...Array.from({ length: count }, (_, place) => event(30 + place))],
    })),
  });

  it.each([
    { why: "after each further write", repeated: more(1, 2, 3), result: "violated" },
    { why: "after some further writes", repeated: more(1, 1, 2), result: "undecided" },
    { why: "twice after a write", repeated: more(1, 3, 4), result: "undecided" },
    { why: "after no further write", repeated: more(0, 0, 0), result: "undecided" },
    {
      why: "without a write",
      repeated: { ...more(1, 2, 3), idle: [...events, event(25)] },
      result: "undecided",
    },
    { why: "without further writes", repeated: undefined, result: "undecided" },
  ])("$why: $result", ({ repeated, result }) => {
    const observations = {
      stored: stored.object,
      sameStatus: stepWith(at("2"), 1),
      sameSpec: stepWith(at("2"), 2),
      events: settledWith({ events }),
      ...(repeated === undefined ? {} : { repeated }),
    };
    const findings = noOpKeepsVersion.judge(observations, strictTarget);

    expect(openResults(findings)).toEqual({ [silence]: result });
  });
});

describe("a write that takes a version though it changes nothing, as declared", () => {
  const both = { status: at("3"), spec: at("4"), target: taking };
  const events = seen(late, eventOf(writtenAt("3")), eventOf(writtenAt("4")));

  it.each<{ why: string; of: Writes; open: Readonly<Record<string, string>> }>([
    { why: "each has an event", of: { ...both, events }, open: {} },
    { why: "none has one", of: both, open: { [silence]: "violated" } },
    {
      why: "the second keeps the version of the first",
      of: { ...both, spec: at("3"), events },
      open: { [version]: "violated" },
    },
    {
      why: "the second is rejected",
      of: { ...both, spec: refused("conflict"), events: seen(late, eventOf(writtenAt("3"))) },
      open: { [version]: "undecided", [generation]: "undecided" },
    },
    {
      why: "the second is rejected, and announced",
      of: { ...both, spec: refused("conflict"), events },
      open: { [version]: "undecided", [generation]: "undecided", [silence]: "violated" },
    },
  ])("$why", ({ of, open }) => {
    expect(openResults(judge(of))).toEqual(open);
  });

  it("is reported with its version", () => {
    expect(complaintOf(judge({ target: taking }), version)).toBe("version 2");
  });
});

describe("the events of writes that change nothing", () => {
  const early = { ...eventOf(writtenAt("1")), arrivedMs: 9 };

  it.each([
    { why: "the report's own, late", events: [late], result: "held" },
    {
      why: "the creation's and the report's, of one version",
      events: [{ ...late, type: "ADDED" }, late] as const,
      result: "held",
    },
    { why: "the creation's alone", events: [{ ...late, type: "ADDED" }] as const, result: "held" },
    {
      why: "the creation's alone, late, where the report's is missing",
      events: [{ ...eventOf(writtenAt("1")), type: "ADDED", arrivedMs: 20 }] as const,
      result: "held",
    },
    { why: "one more than the report's, repeated", events: [late, late], result: "undecided" },
    { why: "one for each write", events: [late, late, late], result: "violated" },
    {
      why: "one for each write, and one before",
      events: [early, early, late, late, late],
      result: "undecided",
    },
    {
      why: "a late repetition of each earlier event",
      events: [early, late, { ...early, arrivedMs: 21 }, { ...late, arrivedMs: 22 }],
      result: "undecided",
    },
    { why: "one before they were sent", events: [early], result: "held" },
    { why: "one as they were sent", events: [{ ...early, arrivedMs: 10 }], result: "violated" },
    { why: "one behind the report's, but early", events: [late, early], result: "held" },
  ])("$why: $result", ({ events, result }) => {
    expect(resultsOf(judge({ events: seen(...events) }), silence)).toEqual([result]);
  });
});
