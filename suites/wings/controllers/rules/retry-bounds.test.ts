import { describe, expect, it } from "vitest";
import type { RefusalReason } from "#contract";
import { driven } from "../testing/rows.ts";
import { inJudgingOrder } from "./judging-order.ts";
import { HistoryFixture } from "../testing/history-fixture.ts";
import { verdictOn } from "../testing/verdict-on.ts";
import type { RuleRow } from "../testing/verdict-on.ts";

/** An object created by an author: events 0 and 1. */
const created = (): HistoryFixture => new HistoryFixture().create({}, { by: "author" });

/** Consecutive rejections, the first one a second after the preceding event. */
function refused(
  count: number,
  { fixture = created(), reason = "invalid", afterMs = 10 }: Refusals = {},
): HistoryFixture {
  for (let i = 0; i < count; i += 1) fixture.refuse(reason, { afterMs });
  return fixture;
}

interface Refusals {
  readonly fixture?: HistoryFixture;
  readonly reason?: RefusalReason;
  readonly afterMs?: number;
}

/** Rejected writes. The controller received the object before each of them. */
function refusedAfter(
  through: "list" | "older list" | "read" | "watch",
  count: number,
): HistoryFixture {
  const fixture = created();
  for (let i = 0; i < count; i += 1) fixture.viewed(through).refuse("invalid", { afterMs: 10 });
  return fixture;
}

function inRow(count: number, reason: string): string {
  return `${count} consecutive writes were rejected (${reason}) without a pause of 1000 ms`;
}

const conflict = "conflict" as const;

describe("how often", () => {
  it.each<RuleRow>([
    { name: "twelve refusals", fixture: () => refused(12), tried: 12, broken: [] },
    {
      name: "thirteen",
      fixture: () => refused(13),
      tried: 13,
      broken: [{ detail: inRow(13, "invalid"), events: [2, 14] }],
    },
    {
      name: "twenty-five, which is once",
      fixture: () => refused(25),
      tried: 25,
      broken: [{ detail: inRow(13, "invalid"), events: [2, 14] }],
    },
    {
      name: "thirteen with as long a pause as makes none",
      fixture: () => refused(13, { afterMs: 1_000 }),
      tried: 13,
      broken: [{ detail: inRow(13, "invalid"), events: [2, 14] }],
    },
    {
      name: "thirteen with pauses",
      fixture: () => refused(13, { afterMs: 1_001 }),
      tried: 13,
      broken: [],
    },
    {
      name: "fifty conflicts",
      fixture: () => refused(50, { reason: conflict }),
      tried: 50,
      broken: [],
    },
    {
      name: "fifty-one",
      fixture: () => refused(51, { reason: conflict }),
      tried: 51,
      broken: [{ detail: inRow(51, "conflict"), events: [2, 52] }],
    },
    {
      name: "two reasons in one row",
      fixture: () => refused(1, { fixture: refused(12), reason: "notFound" }),
      tried: 13,
      broken: [{ detail: inRow(13, "notFound"), events: [2, 14] }],
    },
    {
      name: "a conflict between the others",
      fixture: () =>
        refused(12, { fixture: refused(1, { fixture: refused(12), reason: conflict }) }),
      tried: 25,
      broken: [],
    },
    {
      name: "a write that was stored between them",
      fixture: () =>
        refused(12, { fixture: refused(12).report({ a: 1 }, { ...driven, afterMs: 10 }) }),
      tried: 24,
      broken: [],
    },
    {
      name: "a new process between them",
      fixture: () => refused(12, { fixture: refused(12).controller("started") }),
      tried: 24,
      broken: [],
    },
    {
      name: "each after a read",
      fixture: () => refusedAfter("read", 13),
      tried: 13,
      broken: [{ detail: inRow(13, "invalid"), events: [3, 27] }],
    },
    {
      name: "each after a list, by a controller that polls",
      fixture: () => refusedAfter("list", 60),
      tried: 60,
      broken: [],
    },
    {
      name: "each after an older list, by a controller that polls",
      fixture: () => refusedAfter("older list", 60),
      tried: 60,
      broken: [],
    },
    {
      name: "those of somebody else",
      fixture: () => {
        const fixture = refused(13);
        const theirs = fixture.events.map((event) =>
          event.event === "write" ? { ...event, by: "rival" as const } : event,
        );
        fixture.events.splice(0, Infinity, ...theirs);
        return fixture;
      },
      tried: 0,
      broken: [],
    },
  ])("$name", ({ fixture, tried, broken }) => {
    expect(verdictOn("controller.retries-are-bounded", fixture())).toEqual({ tried, broken });
  });
});

const limited = (): HistoryFixture => created().refuse("rateLimited", { retryAfterSeconds: 2 });

function early(ms: number, seconds = 2): string {
  return `the endpoint required a wait of ${seconds} s, but the next write was answered ${ms} ms before the end of it`;
}

describe("how soon", () => {
  it.each<RuleRow>([
    {
      name: "at the time that was told",
      fixture: () => limited().report({ a: 1 }, { ...driven, afterMs: 2_000 }),
      tried: 1,
      broken: [],
    },
    {
      name: "as early as the tick of a timer",
      fixture: () => limited().report({ a: 1 }, { ...driven, afterMs: 1_980 }),
      tried: 1,
      broken: [],
    },
    {
      name: "earlier than that",
      fixture: () => limited().report({ a: 1 }, { ...driven, afterMs: 1_979 }),
      tried: 1,
      broken: [{ detail: early(21), events: [2, 3] }],
    },
    {
      name: "in time, although the clock stood still meanwhile",
      fixture: () =>
        limited()
          .standStill(45)
          .report({ a: 1 }, { ...driven, afterMs: 1_955 }),
      tried: 1,
      broken: [],
    },
    {
      name: "too early, and told so again",
      fixture: () =>
        limited()
          .refuse("rateLimited", { retryAfterSeconds: 3, afterMs: 500 })
          .refuse("rateLimited", { afterMs: 1_000 })
          .refuse("rateLimited", { afterMs: 0 }),
      tried: 2,
      broken: [
        { detail: early(1_500), events: [2, 3] },
        { detail: early(2_000, 3), events: [3, 4] },
      ],
    },
    {
      name: "nothing was told",
      fixture: () => created().refuse("rateLimited").refuse("rateLimited", { afterMs: 0 }),
      tried: 0,
      broken: [],
    },
    {
      name: "told to the process before",
      fixture: () => limited().controller("started").report({ a: 1 }, driven),
      tried: 0,
      broken: [],
    },
    {
      name: "somebody else comes early",
      fixture: () => limited().report({ a: 1 }, { by: "rival", afterMs: 1 }),
      tried: 0,
      broken: [],
    },
  ])("$name", ({ fixture, tried, broken }) => {
    expect(verdictOn("controller.retry-waits-as-told", fixture())).toEqual({ tried, broken });
  });
});

const lost = "3 writes to an object after the controller could have known that it was deleted";
const gone = (): HistoryFixture => created().gone();
const notFound = (count: number, fixture: HistoryFixture): HistoryFixture =>
  refused(count, { fixture, reason: "notFound", afterMs: 5_000 });

/** The controller has removed its finalizer from an object that is being deleted. */
function released(): HistoryFixture {
  return created()
    .mark({ deletionTimestamp: "2026-01-01T00:00:00Z", finalizers: ["a/b"] }, { by: "author" })
    .mark({ finalizers: [] }, { by: "controller" });
}

describe("after the end", () => {
  it.each<RuleRow>([
    { name: "two writes", fixture: () => notFound(2, gone()), tried: 2, broken: [] },
    {
      name: "three, told with the end",
      fixture: () => notFound(3, gone()),
      tried: 3,
      broken: [{ detail: lost, events: [2, 3, 4, 5] }],
    },
    {
      name: "two, and two after a late event",
      fixture: () => notFound(2, notFound(2, gone()).viewed("watch")),
      tried: 4,
      broken: [],
    },
    {
      name: "two, and three after a late event",
      fixture: () => notFound(3, notFound(2, gone()).viewed("watch")),
      tried: 5,
      broken: [{ detail: lost, events: [2, 6, 7, 8] }],
    },
    {
      name: "three with a response between them",
      fixture: () => notFound(2, notFound(1, gone()).viewed("reply")),
      tried: 3,
      broken: [{ detail: lost, events: [2, 3, 5, 6] }],
    },
    {
      name: "two before it was told, and two after",
      fixture: () => notFound(2, notFound(2, created()).gone()),
      tried: 4,
      broken: [],
    },
    {
      name: "four that are told that there is none, before anything was shown of its end",
      fixture: () => notFound(4, created()),
      tried: 4,
      broken: [{ detail: lost, events: [2, 3, 4, 5] }],
    },
    {
      name: "five after the end: told once",
      fixture: () => notFound(5, gone()),
      tried: 5,
      broken: [{ detail: lost, events: [2, 3, 4, 5] }],
    },
    {
      name: "rejected for another reason",
      fixture: () => refused(3, { fixture: gone(), afterMs: 5_000 }),
      tried: 0,
      broken: [],
    },
    {
      name: "by a new process",
      fixture: () => notFound(2, notFound(2, gone()).controller("started")),
      tried: 4,
      broken: [],
    },
    {
      name: "none, after the controller has released the object",
      fixture: () => released().gone(),
      tried: 1,
      broken: [],
    },
    {
      name: "none, after the controller has released the object, told in the other order",
      fixture: () => {
        const fixture = released();
        const write = fixture.events.splice(-2);
        fixture.gone().events.push(...write.slice(0, 1));
        fixture.events.splice(0, Infinity, ...inJudgingOrder(fixture.events));
        return fixture;
      },
      tried: 1,
      broken: [],
    },
    {
      name: "one, after the controller has released the object",
      fixture: () => notFound(1, released().gone()),
      tried: 1,
      broken: [],
    },
    { name: "none, and the object is still there", fixture: released, tried: 0, broken: [] },
  ])("$name", ({ fixture, tried, broken }) => {
    expect(verdictOn("controller.deleted-object-ends-reconcile", fixture())).toEqual({
      tried,
      broken,
    });
  });
});
