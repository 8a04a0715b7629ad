import { expect, it } from "vitest";
import type { JsonObject } from "#contract";
import { resourceVersion } from "#contract";
import type { WriteEvent } from "./controller-event.ts";
import { author, driven } from "../testing/rows.ts";
import { HistoryFixture } from "../testing/history-fixture.ts";
import { verdictOn } from "../testing/verdict-on.ts";
import type { RuleRow } from "../testing/verdict-on.ts";

const own = { observedGeneration: 1 };
const staged = { ...own, phase: "Done", size: 3 };
const less = { ...own, other: "x" };

/** An object with a status and a running controller: events 0 to 2. */
const created = (status: JsonObject = own): HistoryFixture =>
  new HistoryFixture().controller("started").create({ status }, author);

/** The object after a conflict that rejects staged fields: event 3. */
const refused = (status: JsonObject = staged, before: JsonObject = own): HistoryFixture =>
  created(before).refuse("conflict", { status });

function expired(status: string, reason: string, size = 3): JsonObject {
  const ready = { type: "Ready", status, reason, message: `${size} seats` };
  return { ...own, phase: "Expired", conditions: [ready] };
}

/** An expired object after a conflict that rejects a status in which it is active again: event 3. */
function expiring(): HistoryFixture {
  const active = { ...expired("True", "WithinTtl"), phase: "Active" };
  return refused(active, expired("False", "TtlOver", 1));
}

/** The object after N reports by another client that the controller has not seen. */
function outdated(count: number): HistoryFixture {
  const fixture = created();
  const precondition = fixture.version;
  for (let i = 1; i <= count; i += 1) fixture.report({ ...own, other: i }, { by: "rival" });
  return fixture.refuse("conflict", { status: staged, precondition });
}

function changedHistory(change: Partial<WriteEvent>): HistoryFixture {
  const fixture = refused();
  const write = fixture.events.pop();
  if (write?.event === "write") fixture.events.push({ ...write, ...change });
  return fixture;
}

/** A write that was stored before another one was rejected, but whose state is delivered after the rejection. */
function storedBefore(): HistoryFixture {
  const fixture = created();
  const precondition = fixture.version;
  fixture.report(less, driven);
  const shown = fixture.events.pop();
  fixture.refuse("conflict", { status: { ...staged, other: "x" }, precondition, afterMs: 10 });
  if (shown !== undefined) fixture.events.push(shown);
  return fixture;
}

function changedBefore(): HistoryFixture {
  const fixture = created();
  const precondition = fixture.version;
  return fixture.edit({ size: 2 }, author).refuse("conflict", { status: staged, precondition });
}

/** A second instance has stored the same report before the write of the first one is rejected. */
function takenOver(stored: JsonObject): HistoryFixture {
  const fixture = created();
  const precondition = fixture.version;
  return fixture.report(stored, driven).refuse("conflict", { status: staged, precondition });
}

function ticket(generation: number, state: string, seats: number): JsonObject {
  return { observedGeneration: generation, state, seats };
}

/** An object whose state expires by itself, unless it is never active: events 0 to 6. */
function expiringTicket(first = "Active"): HistoryFixture {
  return new HistoryFixture()
    .controller("started")
    .create({ spec: { ttl: 1 } }, author)
    .report(ticket(1, first, 3), driven)
    .report(ticket(1, "Expired", 0), driven);
}

/** The report of a later spec is rejected, and the next one has the preceding state again: events 7 to 11. */
function expiringAgain(fixture: HistoryFixture): HistoryFixture {
  return fixture
    .edit({ ttl: 9 }, author)
    .refuse("conflict", { status: ticket(2, "Active", 4) })
    .report(ticket(2, "Expired", 0), driven);
}

const without = (members: string): string =>
  `the next stored write lacks ${members}, which a rejected write contained`;

const never = "the changes of a rejected write were not written again within 60 s";

it.each<RuleRow>([
  {
    name: "nothing, because a second instance has stored all of it",
    fixture: () => takenOver(staged).wait(60_001),
    tried: 0,
    broken: [],
  },
  {
    name: "nothing, although a second instance has stored only part of it",
    fixture: () => takenOver({ ...own, phase: "Done" }).wait(60_001),
    tried: 1,
    broken: [{ detail: never, events: [5] }],
  },
  {
    name: "all of it again",
    fixture: () => refused().report(staged, driven),
    tried: 1,
    broken: [],
  },
  {
    name: "less, which is told by the refusal and the next write",
    fixture: () => refused().report(less, driven),
    tried: 1,
    broken: [{ detail: without("status.phase, status.size"), events: [3, 5] }],
  },
  {
    name: "nothing, because the spec had changed before the write was rejected",
    fixture: () => changedBefore().wait(120_000),
    tried: 0,
    broken: [],
  },
  {
    name: "less in the write before that, although its event arrives later",
    fixture: () => storedBefore().report({ ...staged, other: "x" }, driven),
    tried: 1,
    broken: [],
  },
  {
    name: "less in the write before that, and in the next one",
    fixture: () => storedBefore().report({ ...less, other: "y" }, driven),
    tried: 1,
    broken: [{ detail: without("status.phase, status.size"), events: [4, 7] }],
  },
  {
    name: "less in the write after that",
    fixture: () => refused().report(staged, driven).report(less, driven),
    tried: 1,
    broken: [],
  },
  {
    name: "other values",
    fixture: () => refused().report({ ...own, phase: "Failed", size: 0 }, driven),
    tried: 1,
    broken: [],
  },
  {
    name: "what asked for nothing",
    fixture: () => refused({ ...own, a: null, b: [], c: {} }).report(less, driven),
    tried: 1,
    broken: [],
  },
  {
    name: "what took something away",
    fixture: () => refused(own, staged).report({ ...staged, other: "x" }, driven),
    tried: 1,
    broken: [],
  },
  {
    name: "a new condition with another result, which explains the preceding value of another field",
    fixture: () => expiring().report(expired("False", "TtlOver"), driven),
    tried: 1,
    broken: [],
  },
  {
    name: "a new condition with the same result, without another field",
    fixture: () => expiring().report(expired("True", "WithinTtl"), driven),
    tried: 1,
    broken: [{ detail: without("status.phase"), events: [3, 5] }],
  },
  {
    name: "nothing of a condition, and no other field",
    fixture: () => expiring().report({ ...expired("False", "TtlOver", 1), size: 3 }, driven),
    tried: 1,
    broken: [
      {
        detail: without(
          "status.phase, status.conditions[Ready].status, status.conditions[Ready].reason, status.conditions[Ready].message",
        ),
        events: [3, 5],
      },
    ],
  },
  {
    name: "a state that the controller has left by itself before",
    fixture: () => expiringAgain(expiringTicket()),
    tried: 1,
    broken: [],
  },
  {
    name: "a state that the controller leaves by itself later",
    fixture: () =>
      expiringAgain(expiringTicket("Waiting"))
        .edit({ ttl: 8 }, author)
        .report(ticket(3, "Active", 5), driven)
        .report(ticket(3, "Expired", 0), driven),
    tried: 1,
    broken: [],
  },
  {
    name: "a state that the controller has never left by itself",
    fixture: () => expiringAgain(expiringTicket("Waiting")),
    tried: 1,
    broken: [{ detail: without("status.state, status.seats"), events: [9, 11] }],
  },
  {
    name: "a state that the controller has left by itself before, but restores in its next report",
    fixture: () => expiringAgain(expiringTicket()).report(ticket(2, "Active", 4), driven),
    tried: 1,
    broken: [{ detail: without("status.state, status.seats"), events: [9, 11] }],
  },
  {
    name: "a state that the controller has left by itself before its first report was retried",
    fixture: () =>
      expiringAgain(
        new HistoryFixture()
          .controller("started")
          .create({ spec: { ttl: 1 } }, author)
          .refuse("conflict", { status: ticket(1, "Active", 3) })
          .report(ticket(1, "Expired", 0), driven),
      ),
    tried: 2,
    broken: [],
  },
  {
    name: "a state that the controller has left by itself before, for a spec that needs no report",
    fixture: () =>
      new HistoryFixture()
        .controller("started")
        .create({ spec: { ttl: 1 } }, author)
        .report({ state: "Active" }, driven)
        .report({ state: "Expired" }, driven)
        .edit({ ttl: 9 }, author)
        .refuse("conflict", { status: { state: "Active" } })
        .wait(60_001),
    tried: 1,
    broken: [],
  },
  {
    name: "a state that the controller has left by itself before, only after a rejected write",
    fixture: () =>
      new HistoryFixture()
        .controller("started")
        .create({ spec: { ttl: 1 } }, author)
        .report(ticket(1, "Active", 3), driven)
        .refuse("conflict", { status: ticket(1, "Expired", 0) })
        .report(ticket(1, "Expired", 0), driven)
        .edit({ ttl: 9 }, author)
        .refuse("conflict", { status: ticket(2, "Active", 4) })
        .report(ticket(2, "Expired", 0), driven),
    tried: 2,
    broken: [{ detail: without("status.state, status.seats"), events: [10, 12] }],
  },
  {
    name: "a time",
    fixture: () => refused({ ...own, seenAt: "2026-01-01T00:00:00Z" }).report(less, driven),
    tried: 1,
    broken: [],
  },
  {
    name: "a number and a list, of which there is nothing again",
    fixture: () => refused({ ...own, a: 0, b: [1] }).report(less, driven),
    tried: 1,
    broken: [{ detail: without("status.a, status.b"), events: [3, 5] }],
  },
  {
    name: "what others have written in between was not staged",
    fixture: () =>
      created()
        .report(less, { by: "rival" })
        .refuse("conflict", { status: { ...own, other: "x", phase: "Done" } })
        .report({ ...own, phase: "Done" }, driven),
    tried: 1,
    broken: [],
  },
  {
    name: "a conflict about a version of some time ago",
    fixture: () => {
      const fixture = created();
      const precondition = fixture.version;
      fixture.report(less, { by: "rival" });
      return fixture
        .refuse("conflict", { status: staged, precondition })
        .report({ ...own, other: "y" }, driven);
    },
    tried: 1,
    broken: [{ detail: without("status.phase, status.size"), events: [5, 7] }],
  },
  {
    name: "a conflict about a version that nobody has seen",
    fixture: () =>
      created()
        .refuse("conflict", { status: staged, precondition: resourceVersion("7") })
        .report({ ...own, other: "y" }, driven),
    tried: 0,
    broken: [],
  },
  {
    name: "a conflict about the eighth version before",
    fixture: () => outdated(7).report(own, driven),
    tried: 1,
    broken: [{ detail: without("status.phase, status.size"), events: [17, 19] }],
  },
  {
    name: "a conflict about the ninth version before",
    fixture: () => outdated(8).report(own, driven),
    tried: 0,
    broken: [],
  },
  {
    name: "the first of two conflicts says what was staged",
    fixture: () =>
      refused()
        .refuse("conflict", { status: { ...own, phase: "Done" } })
        .report({ ...own, phase: "Done" }, driven),
    tried: 1,
    broken: [{ detail: without("status.size"), events: [3, 6] }],
  },
  {
    name: "a conflict after the spec was changed says it anew",
    fixture: () =>
      refused()
        .edit({ size: 2 }, author)
        .refuse("conflict", { status: { ...own, phase: "Done" } })
        .report({ ...own, size: 3 }, driven),
    tried: 1,
    broken: [{ detail: without("status.phase"), events: [6, 8] }],
  },
  {
    name: "another refusal forgets it, whatever was in it",
    fixture: () => refused().refuse("invalid").report(less, driven),
    tried: 0,
    broken: [],
  },
  {
    name: "a lost answer forgets it, whatever was in it",
    fixture: () =>
      refused()
        .lose(less)
        .report({ ...own, other: "y" }, driven),
    tried: 0,
    broken: [],
  },
  {
    name: "a conflict of which nobody knows what was in it",
    fixture: () => created().refuse("conflict").report(less, driven),
    tried: 0,
    broken: [],
  },
  {
    name: "a new spec forgets it",
    fixture: () => refused().edit({ size: 2 }, author).report(less, driven),
    tried: 0,
    broken: [],
  },
  {
    name: "a new process forgets it",
    fixture: () => refused().controller("started").report(less, driven).wait(60_001),
    tried: 0,
    broken: [],
  },
  {
    name: "the end of the object forgets it",
    fixture: () => refused().gone().wait(60_001),
    tried: 0,
    broken: [],
  },
  {
    name: "a report of somebody else is no retry",
    fixture: () => refused().report(less, { by: "rival" }).report(staged, driven),
    tried: 1,
    broken: [],
  },
  {
    name: "a write of other metadata is no retry",
    fixture: () =>
      refused()
        .mark({ labels: { a: "b" } }, driven)
        .report(staged, driven),
    tried: 1,
    broken: [],
  },
  {
    name: "a rejected write of somebody else",
    fixture: () => changedHistory({ by: "rival" }).report(less, driven),
    tried: 0,
    broken: [],
  },
  {
    name: "a rejected write of the spec",
    fixture: () => changedHistory({ side: "main" }).report(less, driven),
    tried: 0,
    broken: [],
  },
  {
    name: "nothing for as long as is allowed",
    fixture: () => refused().wait(60_000),
    tried: 0,
    broken: [],
  },
  {
    name: "nothing for longer, which is told once",
    fixture: () => refused().wait(60_001).wait(60_001),
    tried: 1,
    broken: [{ detail: never, events: [3] }],
  },
  {
    name: "again in time, and then nothing for long",
    fixture: () => refused().report(staged, driven).wait(60_001),
    tried: 1,
    broken: [],
  },
])("$name", ({ fixture, tried, broken }) => {
  const requirement = "controller.retry-keeps-everything-staged";
  expect(verdictOn(requirement, fixture())).toEqual({ tried, broken });
});
