import { expect, it } from "vitest";
import type { WriteEvent } from "./controller-event.ts";
import { author, driven } from "../testing/rows.ts";
import { HistoryFixture } from "../testing/history-fixture.ts";
import { verdictOn } from "../testing/verdict-on.ts";
import type { RuleRow } from "../testing/verdict-on.ts";

/** An object created by an author, with a report by the controller: writes are events 0 and 2, states 1 and 3. */
function reported(): HistoryFixture {
  return new HistoryFixture().create({}, author).report({ a: 1 }, driven);
}

/** As above, for a controller whose reconcile took the given time, in milliseconds. */
function reportedAfter(ms: number): HistoryFixture {
  return new HistoryFixture()
    .create({}, author)
    .report({ a: 1 }, { ...driven, afterMs: ms, inFlightMs: 0 });
}

/** Another write by the controller, based on the state before its last write. */
function late(fixture: HistoryFixture, change: Partial<WriteEvent> = {}): HistoryFixture {
  const first = fixture.events.find(({ event }) => event === "shown");
  if (first?.event !== "shown") throw new Error("the story shows a state");
  const before = { precondition: first.object.metadata.resourceVersion };
  const refused = fixture.refuse("conflict", before);
  const write = refused.events.pop();
  if (write?.event !== "write") throw new Error("the story has a write");
  refused.events.push({ ...write, sentMs: write.atMs, ...change });
  return refused;
}

function stale(waitedMs: number): string {
  return lateBy(waitedMs, 102);
}

function lateBy(waitedMs: number, version: number): string {
  return `the controller sent a status write based on version 101, ${waitedMs} ms after its own write of version ${version} was confirmed`;
}

it.each<RuleRow>([
  {
    name: "is older than its own last write",
    fixture: () => late(reported()),
    tried: 1,
    broken: [{ detail: stale(1000), events: [2, 4] }],
  },
  {
    name: "is older than its own last write, whatever the author wrote since",
    fixture: () => late(reported().edit({ size: 2 }, author)),
    tried: 1,
    broken: [{ detail: stale(2000), events: [2, 6] }],
  },
  {
    name: "is its own last write",
    fixture: () => {
      const fixture = reported();
      const { version: precondition } = fixture;
      return late(fixture, { precondition });
    },
    tried: 1,
    broken: [],
  },
  {
    name: "is older, in a write of which nobody knows when it was sent",
    fixture: () => {
      const fixture = late(reported());
      const write = fixture.events.pop();
      if (write?.event !== "write") throw new Error("the story has a write");
      const { sentMs: _, ...rest } = write;
      fixture.events.push(rest);
      return fixture;
    },
    tried: 0,
    broken: [],
  },
  {
    name: "is older, while its own write is still on its way",
    fixture: () => late(reported(), { sentMs: 0 }),
    tried: 0,
    broken: [],
  },
  {
    name: "is older, while the answer may still be on its way",
    fixture: () => late(reported(), { sentMs: 2_100 }),
    tried: 0,
    broken: [],
  },
  {
    name: "is older, once the answer must have arrived",
    fixture: () => late(reported(), { sentMs: 2_101 }),
    tried: 1,
    broken: [{ detail: stale(101), events: [2, 4] }],
  },
  {
    name: "is older, while a concurrent reconcile that began before may still last",
    fixture: () => late(reportedAfter(500), { sentMs: 2_600 }),
    tried: 0,
    broken: [],
  },
  {
    name: "is older, once a concurrent reconcile that began before must have ended",
    fixture: () => late(reportedAfter(500), { sentMs: 2_601 }),
    tried: 1,
    broken: [{ detail: stale(1_101), events: [2, 4] }],
  },
  {
    name: "is older, whatever time a single slow reconcile took",
    fixture: () => {
      const fixture = reportedAfter(1_500);
      for (const a of [2, 3]) {
        fixture.edit({ size: a }, author).viewed("watch");
        fixture.report({ a }, { ...driven, afterMs: 10, inFlightMs: 0 });
      }
      return late(fixture);
    },
    tried: 2,
    broken: [{ detail: lateBy(1_000, 106), events: [12, 14] }],
  },
  {
    name: "is older than a write whose response was lost",
    fixture: () => late(new HistoryFixture().create({}, author).lose({ a: 1 })),
    tried: 0,
    broken: [],
  },
  {
    name: "is older than what the process before has written",
    fixture: () => late(reported().controller("stopped").controller("started")),
    tried: 0,
    broken: [],
  },
  {
    name: "is older than a write that changed nothing",
    fixture: () => late(new HistoryFixture().create({}, author).edit({ size: 2 }, author).repeat()),
    tried: 0,
    broken: [],
  },
])("a controller that decides from a state that $name", ({ fixture, tried, broken }) => {
  expect(verdictOn("controller.acts-on-own-writes", fixture())).toEqual({ tried, broken });
});
