import { describe, expect, it } from "vitest";
import type { Outcome } from "#contract";
import {
  accepted,
  noReply,
  openResults,
  resourceAt,
  settledWith,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { eventOf, writtenAt } from "../testing/watch-builders.ts";
import { everyWordIsStored } from "./every-word-is-stored.ts";

const before = resourceAt("1");
const after = resourceAt("2", { status: { phase: "HALTED" } });

function reportWith({
  read = accepted(after),
  items = [after],
}: { readonly read?: Outcome; readonly items?: readonly (typeof after)[] } = {}) {
  return {
    member: "phase",
    expected: { phase: "HALTED" },
    before,
    write: stepWith(accepted(after), 1),
    read: stepWith(read, 2),
    list: stepWith({ result: "list", items }, 3),
  };
}

describe("a word of a status", () => {
  it.each([
    { what: "is stored and shown", report: reportWith(), open: {} },
    {
      what: "is stored as another",
      report: reportWith({ read: accepted(resourceAt("2", { status: { phase: "STAGED" } })) }),
      open: {
        "write.stores-submitted-status": "violated",
        "write.visible-to-later-reads": "violated",
      },
    },
    {
      what: "changes the spec",
      report: reportWith({
        read: accepted(resourceAt("2", { status: { phase: "HALTED" }, spec: { size: 9 } })),
      }),
      open: { "isolation.status-write-never-changes-spec": "violated" },
    },
    {
      what: "takes its object out of lists",
      report: reportWith({ items: [] }),
      open: { "write.visible-to-later-reads": "violated" },
    },
  ])("$what", ({ report, open }) => {
    expect(openResults(everyWordIsStored.judge({ reports: [report] }, strictTarget))).toEqual(open);
  });

  it.each([
    { what: "has one event", versions: ["1", "2"], open: {} },
    { what: "has no event", versions: ["1"], open: { "watch.one-event-per-write": "violated" } },
    { what: "has two events", versions: ["1", "2", "2"], open: { "watch.unique": "violated" } },
  ])("$what", ({ versions, open }) => {
    const events = versions.map((version) => eventOf(writtenAt(version)));
    const observed = { reports: [reportWith()], settled: settledWith({ events }) };

    expect(openResults(everyWordIsStored.judge(observed, strictTarget))).toEqual(open);
  });

  it("changes a field of the spec that had another value before", () => {
    const { write, read } = reportWith({
      read: accepted(resourceAt("2", { status: { phase: "HALTED" }, spec: { size: 9 } })),
    });
    const observed = { reports: [reportWith()], again: [{ before, write, read }] };

    expect(openResults(everyWordIsStored.judge(observed, strictTarget))).toEqual({
      "isolation.status-write-never-changes-spec": "violated",
    });
  });

  it("is judged only by reads if the kind can neither be listed nor watched", () => {
    const { list: _, ...unlisted } = reportWith();
    const findings = everyWordIsStored.judge({ reports: [unlisted] }, strictTarget);

    expect(new Set(findings.map(({ requirement }) => requirement))).toEqual(
      new Set(everyWordIsStored.covers),
    );
    expect(openResults(findings)).toEqual({});
  });

  it("is not judged unseen", () => {
    const report = { ...reportWith(), write: stepWith(noReply, 1) };

    expect(everyWordIsStored.judge({ reports: [] }, strictTarget)).toMatchObject(
      Array.from({ length: 5 }, () => ({ result: "held", instances: 0 })),
    );
    expect(openResults(everyWordIsStored.judge({ reports: [report] }, strictTarget))).toMatchObject(
      {
        "write.stores-submitted-status": "errored",
      },
    );
  });
});
