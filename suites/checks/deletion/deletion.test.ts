import { describe, expect, it } from "vitest";
import { uid } from "#contract";
import type { JsonObject, Outcome, ResourceMetadata } from "#contract";
import type { Written } from "#harness";
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
  trialWith,
} from "../testing/builders.ts";
import { eventOf, unsettled, writtenAt } from "../testing/watch-builders.ts";
import { nothingComesBack } from "./nothing-comes-back.ts";
import { statusWritesGoOn } from "./status-writes-go-on.ts";
import { successorStartsAfresh } from "./successor-starts-afresh.ts";
import { waitsForFinalizers } from "./waits-for-finalizers.ts";

const finalizers = ["conformance.example/hold"];
const deletionTimestamp = "2024-05-01T12:00:00Z";
const going: Partial<ResourceMetadata> = { finalizers, deletionTimestamp, generation: 2 };
const created = writtenAt("1", { metadata: { finalizers } });
const held = writtenAt("2", { metadata: going });
const missing = refused("notFound");

/** An object that waits for the end of its deletion, with other metadata. */
function waiting(
  version: string,
  metadata: Partial<ResourceMetadata>,
  status?: JsonObject,
): Written {
  const parts = { metadata: { ...going, ...metadata } };
  return writtenAt(version, status === undefined ? parts : { ...parts, status });
}

describe("a deletion that must wait", () => {
  const waits = "deletion.waits-for-finalizers";
  const counts = "generation.counts-requested-deletion";
  const refuses = "deletion.new-finalizers-refused";
  const events = [eventOf(created, "ADDED"), eventOf(held)];
  const target = { ...strictTarget, features: ["generation"] as const };

  function judge(
    seen: Outcome,
    parts: {
      readonly listed?: Written;
      readonly settled?: ReturnType<typeof settledWith>;
      readonly late?: ReturnType<typeof trialWith>;
    } = {},
  ): Readonly<Record<string, string>> {
    const { listed = held, settled = settledWith({ events }) } = parts;
    const { late = trialWith({ attempt: refused("invalid") }) } = parts;
    const list = stepWith({ result: "list", items: [listed.object] }, 4);
    const state = { created, held: stepWith(seen, 3), list, settled };
    return openResults(
      waitsForFinalizers.judge(seen === missing ? state : { ...state, late }, target),
    );
  }

  it("is shown everywhere, counts, and takes no new finalizer", () => {
    expect(judge(accepted(held.object))).toEqual({});
  });

  it("did not wait where the object is gone", () => {
    expect(judge(missing)).toEqual({
      [waits]: "violated",
      [counts]: "undecided",
      [refuses]: "undecided",
    });
  });

  it("is hidden without its time", () => {
    expect(judge(accepted(created.object))).toEqual({ [waits]: "violated", [counts]: "violated" });
  });

  it("is hidden in a list or in an event that does not show it", () => {
    expect(judge(accepted(held.object), { listed: created })).toEqual({ [waits]: "violated" });
    const untimed = settledWith({ events: [eventOf(writtenAt("2"))] });
    expect(judge(accepted(held.object), { settled: untimed })).toEqual({ [waits]: "violated" });
    const early = settledWith({ events: [...events, eventOf(held, "DELETED")] });
    expect(judge(accepted(held.object), { settled: early })).toEqual({ [waits]: "violated" });
    expect(judge(accepted(held.object), { settled: unsettled })).toEqual({ [waits]: "undecided" });
  });

  it("must count, and must not take late finalizers", () => {
    const uncounted = waiting("2", { generation: 1 });
    expect(judge(accepted(uncounted.object))).toEqual({ [counts]: "violated" });
    const late = trialWith({ attempt: accepted(resourceAt("3")) });
    expect(judge(accepted(held.object), { late })).toEqual({ [refuses]: "violated" });
  });
});

describe("a status write to a terminating object", () => {
  const goesOn = "deletion.status-writes-go-on";
  const time = "write.keeps-deletion-time";
  const metadata = "isolation.status-write-never-changes-metadata";
  const submitted = { size: 1 };
  const written = waiting("3", {}, submitted);
  const { deletionTimestamp: _time, ...untimed } = going;

  it.each([
    { what: "goes on", open: {} },
    {
      what: "is refused",
      write: refused("conflict"),
      read: accepted(held.object),
      open: { [goesOn]: "violated", [time]: "undecided", [metadata]: "undecided" },
    },
    {
      what: "is lost",
      read: accepted(held.object),
      open: { [goesOn]: "violated" },
    },
    {
      what: "is announced as an end",
      settled: settledWith({ events: [eventOf(held), eventOf(written, "DELETED")] }),
      open: { [goesOn]: "violated" },
    },
    {
      what: "takes the deletion back",
      read: accepted(resourceAt("3", { status: submitted, metadata: untimed })),
      open: { [time]: "violated" },
    },
    {
      what: "moves the deletion",
      read: accepted(waiting("3", { deletionTimestamp: "2030-01-01T00:00:00Z" }, submitted).object),
      open: { [time]: "violated" },
    },
    {
      what: "drops the finalizers",
      read: accepted(waiting("3", { finalizers: [] }, submitted).object),
      open: { [metadata]: "violated" },
    },
    {
      what: "is unknown",
      write: noReply,
      open: { [goesOn]: "errored", [time]: "errored", [metadata]: "errored" },
    },
  ])(
    "$what",
    ({ write = accepted(written.object), read = accepted(written.object), settled, open }) => {
      const findings = statusWritesGoOn.judge(
        {
          held,
          submitted,
          write: stepWith(write, 3),
          read: stepWith(read, 4),
          settled: settled ?? settledWith({ events: [eventOf(held), eventOf(written)] }),
        },
        strictTarget,
      );

      expect(openResults(findings)).toEqual(open);
    },
  );
});

describe("a status write after the end", () => {
  const requirement = "deletion.nothing-comes-back";
  const control = accepted(resourceAt("2"));
  const end = [eventOf(created, "ADDED"), eventOf(held), eventOf(writtenAt("3"), "DELETED")];

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
      what: "is unknown",
      attempt: noReply,
      open: { [requirement]: "errored" },
    },
  ])("$what", ({ attempt = missing, read = missing, events = end, open }) => {
    const findings = nothingComesBack.judge(
      {
        control: stepWith(control, 1),
        attempts: [stepWith(attempt, 3)],
        read: stepWith(read, 4),
        settled: settledWith({ events }),
      },
      strictTarget,
    );

    expect(openResults(findings)).toEqual(open);
  });
});

describe("a successor", () => {
  const states = [resourceAt("1"), resourceAt("2", { status: { size: 1 } })];
  const fresh = { uid: uid("v") };

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

    expect(resultsOf(findings, "deletion.successor-starts-afresh")).toEqual([result]);
  });

  it("has the default status of its kind", () => {
    const status = { observedGeneration: -1 };
    const successor = stepWith(accepted(resourceAt("4", { status, metadata: fresh })), 4);
    const observed = { states, beginning: status, successor };

    expect(successorStartsAfresh.judge(observed, strictTarget)).toMatchObject([{ result: "held" }]);
  });
});
