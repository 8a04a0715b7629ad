import { describe, expect, it } from "vitest";
import { uid } from "#contract";
import type { JsonObject, JsonValue, Outcome, Resource } from "#contract";
import type { Finding, SettledEvents } from "#harness";
import { readinessOf } from "#harness";
import { violationsIn, doubtsIn } from "../testing/violations.ts";
import {
  accepted,
  noReply,
  openResults,
  refused,
  resourceAt,
  resultsOf,
  settledWith,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { eventWith, unsettled } from "../testing/watch-builders.ts";
import { sameForEveryReader, decisiveStatuses, statusesAfter } from "./same-for-every-reader.ts";

const same = "readiness.same-for-every-reader";
const integer = "readiness.observed-generation-is-an-integer";
const stored = at("2", seen(1, "True"));
const beforeAll = readinessOf(stored).because;

describe("a result that every reader computes", () => {
  it("is the same, in the response, a read, a list and an event", () => {
    const findings = judge({});

    expect(resultsOf(findings, same)).toEqual(["held", "held", "held"]);
    expect(resultsOf(findings, integer)).toEqual(["held", "held", "held"]);
    expect(instancesIn(findings, integer)).toEqual([1, 1, 1]);
  });

  it.each<{ readonly what: string; readonly views: Views; readonly open: object }>([
    { what: "unknown in events", views: { settled: unsettled }, open: both("undecided") },
    { what: "unknown in a read", views: { read: noReply }, open: both("errored") },
    { what: "unread", views: { read: refused("forbidden") }, open: both("undecided") },
    {
      what: "unknown in a list, which is told elsewhere",
      views: { list: noReply },
      open: {},
    },
    {
      what: "another at another version",
      views: { list: listOf(at("3", seen(1, "False"))) },
      open: {},
    },
    {
      what: "another of an object of that name that was there before",
      views: { list: listOf(at("2", seen(1, "False"), { uid: uid("w") })) },
      open: {},
    },
    { what: "not said by a deletion", views: { settled: deletion() }, open: {} },
  ])("is $what", ({ views, open }) => {
    expect(openResults(judge(views))).toEqual(open);
  });

  it.each<{ readonly where: string; readonly views: Views }>([
    { where: "the response", views: { write: accepted(at("2", seen("1", "Unknown"))) } },
    { where: "a read", views: { read: accepted(at("2", seen("1", "Unknown"))) } },
  ])("is another in $where", ({ where, views }) => {
    const other = readinessOf(at("2", seen("1", "Unknown")));
    const states = [`Current, because ${beforeAll}`, `${other.state}, because ${other.because}`];
    const values = ["1", '"1"'];
    const isFirst = where === "the response";
    const findings = judge({ ...views, list: undefined, settled: settledWith() });

    expect(violationsIn(findings, same)).toEqual([
      {
        expected: `Current in the response and in a read, because ${beforeAll}`,
        actual: (isFirst ? states.toReversed() : states).join("; "),
        evidence: [1, 2],
      },
    ]);
    expect(violationsIn(findings, integer)).toEqual([
      {
        expected: "the observed generation is 1",
        actual: (isFirst ? values.toReversed() : values).join(" and "),
        evidence: [1, 2],
      },
    ]);
  });

  it.each<{ readonly where: string; readonly views: Views; readonly exchange: number }>([
    { where: "the list", views: { list: listOf(at("2", seen(2, "Unknown"))) }, exchange: 3 },
    { where: "an event", views: { settled: shown(at("2", seen(2, "Unknown"))) }, exchange: 9 },
    {
      where: "an event",
      views: { list: undefined, settled: shown(at("2", seen(2, "Unknown"))) },
      exchange: 9,
    },
  ])("is another in $where", ({ where, views, exchange }) => {
    const other = readinessOf(at("2", seen(2, "Unknown")));
    const findings = judge(views);

    expect(violationsIn(findings, same)).toEqual([
      {
        expected: `version 2 is Current in ${where}, as in the response`,
        actual: `${other.state}, because ${other.because}`,
        evidence: [exchange],
      },
    ]);
    expect(violationsIn(findings, integer)).toEqual([
      {
        expected: `version 2 has the same observed generation in ${where} as in the response`,
        actual: "the observed generation: it is 2 instead of 1",
        evidence: [exchange],
      },
    ]);
  });

  it("has no observed generation if none was submitted", () => {
    const status = { conditions: [{ type: "Ready", status: "True" }] };
    const object = at("2", status);
    const settled = shown(object);
    const views = {
      write: accepted(object),
      read: accepted(object),
      list: listOf(object),
      settled,
    };

    expect(instancesIn(judge(views, status), integer)).toEqual([0, 0, 0]);
    const [violation] = violationsIn(judge({ ...views, read: accepted(stored) }, status), integer);
    expect(violation).toMatchObject({
      expected: "the observed generation is absent",
      actual: "absent and 1",
    });
  });

  it("is undecided for each requirement if events may be in flight", () => {
    expect(doubtsIn(judge({ settled: unsettled }))).toEqual([
      ["no event for the sentinel"],
      ["no event for the sentinel"],
    ]);
  });

  it("is not looked for in events where nothing is watched", () => {
    const settled = { watched: false, reached: false, events: [] };

    expect(resultsOf(judge({ settled }), same)).toEqual(["held", "held"]);
  });

  it("is not judged for kinds without conditions", () => {
    const nothing = { result: "held", instances: 0 };

    expect(sameForEveryReader.judge(null, strictTarget)).toMatchObject([nothing, nothing]);
  });
});

interface Views {
  readonly write?: Outcome;
  readonly read?: Outcome;
  readonly list?: Outcome | undefined;
  readonly settled?: SettledEvents;
}

function judge(views: Views, status: JsonObject = seen(1, "True")): readonly Finding[] {
  const { write = accepted(stored), read = accepted(stored), settled = shown(stored) } = views;
  const list = "list" in views ? views.list : listOf(stored);
  const expected = readinessOf({ metadata: stored.metadata, status });
  const report = { told: status, expected, write: stepWith(write, 1), read: stepWith(read, 2) };
  const listed = list === undefined ? {} : { list: stepWith(list, 3) };
  return sameForEveryReader.judge({ reports: [report], ...listed, settled }, strictTarget);
}

function at(version: string, status: JsonObject, metadata = {}): Resource {
  return resourceAt(version, { status, metadata });
}

function seen(observedGeneration: JsonValue, ready: string): JsonObject {
  return { observedGeneration, conditions: [{ type: "Ready", status: ready }] };
}

function listOf(...items: readonly Resource[]): Outcome {
  return { result: "list", items };
}

function shown(object: Resource): SettledEvents {
  return settledWith({ events: [eventWith(object)] });
}

function deletion(): SettledEvents {
  const { object: _object, ...bare } = eventWith(at("3", {}), "DELETED");
  return settledWith({ events: [bare] });
}

function both(result: string): object {
  return { [same]: result, [integer]: result };
}

function instancesIn(findings: readonly Finding[], requirement: string): readonly number[] {
  return findings.flatMap((one) =>
    one.requirement === requirement && one.result === "held" ? [one.instances] : [],
  );
}

describe("statuses that decide in different ways", () => {
  it.each([
    { index: 0, state: "InProgress", because: "the condition Ready is False" },
    { index: 1, state: "Current", because: "the condition Ready is True" },
    { index: 2, state: "InProgress", because: "it is reconciling" },
    { index: 3, state: "Failed", because: "it is stalled" },
    { index: 4, state: "InProgress", because: "the condition Ready is Unknown" },
    {
      index: 5,
      state: "InProgress",
      because: "generation 2 has not been observed: the status reports 0",
    },
    { index: 6, state: "Current", because: "the condition Ready is True" },
  ])("decide $state, because $because", ({ index, state, because }) => {
    const { observed, conditions = [] } = decisiveStatuses(2)[index] ?? {};
    const status = {
      conditions,
      ...(observed === undefined ? {} : { observedGeneration: observed }),
    };

    expect(readinessOf({ metadata: { generation: 2 }, status })).toEqual({ state, because });
  });

  it("have conditions that every kind with conditions accepts", () => {
    const conditions = decisiveStatuses(2).flatMap((status) => status["conditions"]);
    const time = "2024-05-01T12:00:00Z";

    expect(conditions.flat()).toHaveLength(11);
    for (const one of conditions.flat()) {
      expect(one).toMatchObject({ reason: "Observed", message: "", lastTransitionTime: time });
    }
  });
});

describe("a status after each write", () => {
  const initial = { observedGeneration: -1 };
  const statuses = [{ conditions: [] }, { observedGeneration: 2 }];
  const whole = { conditions: [], observedGeneration: 2 };
  const kept = { ...initial, conditions: [] };

  it.each([
    {
      what: "keeps a default that a partial write changes",
      way: { mode: "partial", initial },
      told: [kept, { ...kept, observedGeneration: 2 }],
    },
    {
      what: "keeps nothing of a default that the first write replaces",
      way: { mode: "partial", initial: {} },
      told: [{ conditions: [] }, whole],
    },
    {
      what: "is what was submitted where a write replaces the status",
      way: { mode: "replace", initial },
      told: statuses,
    },
  ] as const)("$what", ({ way, told }) => {
    const expected = statusesAfter(statuses, way);

    expect(expected.map((step) => step.told)).toEqual(told);
    expect(expected.map(({ submitted }) => submitted)).toEqual(statuses);
  });
});

it("does not apply to targets whose statuses contain no observed generation", () => {
  expect(sameForEveryReader.features).toContain("status.observedGeneration");
});
