import { describe, expect, it } from "vitest";
import { uid } from "#contract";
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
import { eventOf, eventWith, unsettled, writtenAt } from "../testing/watch-builders.ts";
import { nothingComesBack } from "./nothing-comes-back.ts";
import { successorStartsAfresh } from "./successor-starts-afresh.ts";

const created = writtenAt("1");
const missing = refused("notFound");

describe("a status write after the end", () => {
  const requirement = "deletion.nothing-comes-back";
  const control = accepted(resourceAt("2"));
  const end = [
    eventOf(created, "ADDED"),
    eventOf(writtenAt("2")),
    eventOf(writtenAt("3"), "DELETED"),
  ];
  const another = eventWith(resourceAt("9", { metadata: { name: "b" } }));

  it.each([
    { what: "is not found", open: {} },
    {
      what: "is accepted",
      attempt: accepted(resourceAt("4")),
      open: { [requirement]: "violated" },
    },
    {
      what: "conflicts",
      attempt: refused("conflict"),
      open: { [requirement]: "violated" },
    },
    { what: "brings the object back", read: control, open: { [requirement]: "violated" } },
    {
      what: "is announced",
      events: [...end, eventOf(writtenAt("4"))],
      open: { [requirement]: "violated" },
    },
    {
      what: "is announced after an event that was lost",
      events: [eventOf(created), eventOf(writtenAt("4"))],
      open: {},
    },
    {
      what: "is announced right after the deletion",
      events: [...end.slice(2), eventOf(writtenAt("4"), "ADDED")],
      open: { [requirement]: "violated" },
    },
    {
      what: "is announced after a short life",
      events: [...end.slice(1), eventOf(writtenAt("4"))],
      open: { [requirement]: "violated" },
    },
    { what: "is announced twice as an end", events: [...end, ...end.slice(2)], open: {} },
    {
      what: "is followed by a repetition of an earlier event",
      events: [...end, ...end.slice(1, 2)],
      open: { [requirement]: "undecided" },
    },
    {
      what: "is announced, and followed by a repetition",
      events: [...end, ...end.slice(1, 2), eventOf(writtenAt("4"))],
      open: { [requirement]: "violated" },
    },
    { what: "is followed by another object", events: [...end, another], open: {} },
    { what: "is not watched", events: [...end, eventOf(created)], watched: false, open: {} },
    { what: "is hidden", read: refused("forbidden"), open: { [requirement]: "undecided" } },
    { what: "is unknown in a read", read: noReply, open: { [requirement]: "errored" } },
    {
      what: "is unknown",
      attempt: noReply,
      open: { [requirement]: "errored" },
    },
  ])("$what", ({ attempt = missing, read = missing, events = end, watched = true, open }) => {
    const findings = nothingComesBack.judge(
      {
        control: stepWith(control, 1),
        attempts: [stepWith(attempt, 3)],
        read: stepWith(read, 4),
        settled: settledWith({ events, watched }),
      },
      strictTarget,
    );

    expect(openResults(findings)).toEqual(open);
  });

  it("is judged in each form, in a read and in events", () => {
    const attempts = [stepWith(missing, 3), stepWith(accepted(resourceAt("4")), 4)];
    const findings = nothingComesBack.judge(
      { control: stepWith(control, 1), attempts, read: stepWith(missing, 5), settled: unsettled },
      strictTarget,
    );

    expect(resultsOf(findings, requirement)).toEqual(["held", "violated", "held", "undecided"]);
    expect(findings.map(({ evidence }) => evidence)).toEqual([
      [3, 1],
      [4, 1],
      [3, 4, 5],
      [3, 4, 5, 9],
    ]);
  });
});

describe("a status write to a deleted object that names its uid", () => {
  const requirement = "deletion.nothing-comes-back";

  it("may be rejected because of the uid, which is checked first", () => {
    const key = { kind: "Widget", namespace: "default", name: "a" };
    const command = { verb: "updateStatus", identity: "controller", key, status: {} } as const;
    const named = { ...stepWith(refused("conflict"), 3), command: { ...command, uid: uid("u") } };
    const plain = stepWith(refused("conflict"), 4);
    const findings = nothingComesBack.judge(
      {
        control: stepWith(accepted(resourceAt("2")), 1),
        attempts: [named, plain],
        read: stepWith(missing, 5),
        settled: unsettled,
      },
      strictTarget,
    );

    expect(resultsOf(findings, requirement).slice(0, 2)).toEqual(["held", "violated"]);
  });
});

describe("several status writes after the end", () => {
  const requirement = "deletion.nothing-comes-back";
  const [creation, write, removal] = [
    eventOf(created, "ADDED"),
    eventOf(writtenAt("2")),
    eventOf(writtenAt("3"), "DELETED"),
  ];
  const end = [creation, write, removal];

  it.each([
    { why: "each is followed by the last state", events: [...end, write, write], is: "violated" },
    { why: "one is", events: [...end, write], is: "undecided" },
    { why: "two events are repeated once", events: [...end, creation, write], is: "undecided" },
    {
      why: "each is, and so was the write before the deletion",
      events: [creation, write, write, removal, write, write],
      is: "undecided",
    },
  ])("$why: $is", ({ events, is }) => {
    const findings = nothingComesBack.judge(
      {
        control: stepWith(accepted(resourceAt("2")), 1),
        attempts: [stepWith(missing, 3), stepWith(missing, 4)],
        read: stepWith(missing, 5),
        settled: settledWith({ events }),
      },
      strictTarget,
    );

    expect(openResults(findings)).toEqual({ [requirement]: is });
  });
});

describe("a successor", () => {
  const states = [resourceAt("1"), resourceAt("2", { status: { size: 1 } })];
  const fresh = { uid: uid("v") };
  const afresh = "deletion.successor-starts-afresh";

  it.each([
    { what: "starts afresh", successor: resourceAt("4", { metadata: fresh }), result: "held" },
    { what: "has the old uid", successor: resourceAt("4"), result: "violated" },
    {
      what: "has an old version",
      successor: resourceAt("2", { metadata: fresh }),
      result: "violated",
    },
    {
      what: "goes on counting",
      successor: resourceAt("4", { metadata: { ...fresh, generation: 2 } }),
      result: "violated",
    },
    {
      what: "inherits a status",
      successor: resourceAt("4", { status: { size: 1 }, metadata: fresh }),
      result: "violated",
    },
  ])("$what", ({ successor, result }) => {
    const step = stepWith(accepted(successor), 4);
    const observed = { states, beginning: null, successor: step };
    const findings = successorStartsAfresh.judge(observed, strictTarget);

    expect(resultsOf(findings, afresh)).toEqual([result]);
  });

  it("has the uid of none of the previous states", () => {
    const other = resourceAt("3", { metadata: { uid: uid("w") } });
    const successor = stepWith(accepted(resourceAt("4")), 4);
    const observed = { states: [...states, other], beginning: null, successor };
    const findings = successorStartsAfresh.judge(observed, strictTarget);

    expect(findings).toMatchObject([
      { result: "violated", actual: 'the successor: uid is "old" instead of "new"' },
    ]);
  });

  it("needs no other uid if objects have none", () => {
    const successor = stepWith(accepted(resourceAt("4")), 4);
    const seen = { states, beginning: null, successor, isWithoutUid: true } as const;

    expect(resultsOf(successorStartsAfresh.judge(seen, strictTarget), afresh)).toEqual(["held"]);
  });

  it("may have a version of its predecessor if each incarnation restarts its versions", () => {
    const successor = stepWith(accepted(resourceAt("2", { metadata: fresh })), 4);
    const seen = { states, beginning: null, successor, countsAnew: true } as const;

    expect(resultsOf(successorStartsAfresh.judge(seen, strictTarget), afresh)).toEqual(["held"]);
  });

  it("may restart the versions of its predecessor without a declaration if writes find it by uid", () => {
    const [first] = states;
    const { resourceVersion: version = "" } = first?.metadata ?? {};
    const successor = stepWith(accepted(resourceAt(version, { metadata: fresh })), 4);
    const seen = { states, beginning: null, successor };

    expect(resultsOf(successorStartsAfresh.judge(seen, strictTarget), afresh)).toEqual([
      "violated",
    ]);
    expect(
      resultsOf(successorStartsAfresh.judge({ ...seen, isFoundByUid: true }, strictTarget), afresh),
    ).toEqual(["held"]);
  });

  it.each([
    { read: missing, result: "undecided" },
    { read: noReply, result: "errored" },
  ])("is not judged unseen: $result", ({ read, result }) => {
    const observed = { states, beginning: null, successor: stepWith(read, 4) };

    expect(resultsOf(successorStartsAfresh.judge(observed, strictTarget), afresh)).toEqual([
      result,
    ]);
  });

  it("has the default status of its kind", () => {
    const status = { observedGeneration: -1 };
    const successor = stepWith(accepted(resourceAt("4", { status, metadata: fresh })), 4);
    const observed = { states, beginning: status, successor };

    expect(successorStartsAfresh.judge(observed, strictTarget)).toMatchObject([{ result: "held" }]);
  });
});
