import { describe, expect, it } from "vitest";
import type { Outcome } from "#contract";
import type { Finding, SettledEvents, Written } from "#harness";
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
import { going, waiting } from "../testing/deletion-builders.ts";
import { eventOf, unsettled, writtenAt } from "../testing/watch-builders.ts";
import { statusWritesGoOn } from "./status-writes-go-on.ts";

const held = writtenAt("2", { metadata: going });

describe("a status write to a terminating object", () => {
  const goesOn = "deletion.status-writes-go-on";
  const time = "write.keeps-deletion-time";
  const metadata = "isolation.status-write-never-changes-metadata";
  const submitted = { size: 1 };
  const written = waiting("3", {}, submitted);
  const { deletionTimestamp: _time, ...untimed } = going;

  const life = [eventOf(held, "ADDED"), eventOf(written)];

  function judge(
    parts: {
      readonly of?: Written;
      readonly write?: Outcome;
      readonly read?: Outcome;
      readonly settled?: SettledEvents;
    } = {},
  ): readonly Finding[] {
    const { of = held, write = accepted(written.object), read = accepted(written.object) } = parts;
    const { settled = settledWith({ events: [eventOf(held), eventOf(written)] }) } = parts;
    const steps = { write: stepWith(write, 3), read: stepWith(read, 4) };
    return statusWritesGoOn.judge({ held: of, submitted, ...steps, settled }, strictTarget);
  }

  it.each([
    { what: "goes on", open: {} },
    {
      what: "is rejected",
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
      what: "is announced as an end after a change",
      settled: settledWith({ events: [eventOf(written), eventOf(written, "DELETED")] }),
      open: { [goesOn]: "violated" },
    },
    { what: "is announced after the creation", settled: settledWith({ events: life }), open: {} },
    { what: "is not seen in events", settled: unsettled, open: { [goesOn]: "undecided" } },
    {
      what: "is hidden",
      read: refused("forbidden"),
      open: { [goesOn]: "undecided", [time]: "undecided", [metadata]: "undecided" },
    },
    {
      what: "ends the object",
      read: refused("notFound"),
      open: { [goesOn]: "violated", [time]: "undecided", [metadata]: "undecided" },
    },
    {
      what: "is unknown in a read",
      read: noReply,
      open: { [goesOn]: "errored", [time]: "errored", [metadata]: "errored" },
    },
    {
      what: "is unknown",
      write: noReply,
      open: { [goesOn]: "errored", [time]: "errored", [metadata]: "errored" },
    },
  ])(
    "$what",
    ({ write = accepted(written.object), read = accepted(written.object), settled, open }) => {
      const findings = judge({ write, read, ...(settled && { settled }) });

      expect(openResults(findings)).toEqual(open);
    },
  );

  it("is shown by the write, the read and the event of its version", () => {
    const findings = judge();

    expect(resultsOf(findings, goesOn)).toEqual(["held", "held"]);
    expect(findings.slice(0, 2)).toMatchObject([
      { evidence: [2, 3, 4] },
      { instances: 1, evidence: [2, 3, 4, 9] },
    ]);
    expect(judge({ settled: settledWith({ watched: false }) })).toHaveLength(findings.length - 1);
  });

  it("is no instance of a time that is kept where there is none", () => {
    const object = writtenAt("2", { metadata: untimed });
    const read = accepted(resourceAt("3", { status: submitted, metadata: untimed }));

    expect(judge({ of: object, read })[2]).toMatchObject({ requirement: time, instances: 0 });
    expect(judge()[2]).toMatchObject({ requirement: time, instances: 1 });
  });

  it("is reported by the time that remains", () => {
    const bare = accepted(resourceAt("3", { status: submitted, metadata: untimed }));
    const moved = waiting("3", { deletionTimestamp: "2030-01-01T00:00:00Z" }, submitted);

    expect(complaintOf(judge({ read: bare }), time)).toBe("the deletion timestamp is absent");
    expect(complaintOf(judge({ read: accepted(moved.object) }), time)).toBe(
      "the deletion timestamp is 2030-01-01T00:00:00Z",
    );
  });
});
