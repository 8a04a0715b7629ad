import { describe, expect, it } from "vitest";
import type { RefusalReason } from "#contract";
import { driven } from "../testing/rows.ts";
import { HistoryFixture } from "../testing/history-fixture.ts";
import { verdictOn } from "../testing/verdict-on.ts";
import type { RuleRow } from "../testing/verdict-on.ts";

/** An object created by an author: events 0 and 1. */
const created = (): HistoryFixture => new HistoryFixture().create({}, { by: "author" });

/** Consecutive refusals, the first one a second after the preceding event. */
function refused(
  count: number,
  { story = created(), reason = "invalid", afterMs = 10 }: Refusals = {},
): HistoryFixture {
  for (let i = 0; i < count; i += 1) story.refuse(reason, { afterMs });
  return story;
}

interface Refusals {
  readonly story?: HistoryFixture;
  readonly reason?: RefusalReason;
  readonly afterMs?: number;
}

/** Refusals, before each of which the controller received the object. */
function refusedAfter(through: "list" | "read" | "watch", count: number): HistoryFixture {
  const story = created();
  for (let i = 0; i < count; i += 1) story.viewed(through).refuse("invalid", { afterMs: 10 });
  return story;
}

function inRow(count: number, reason: string): string {
  return `${count} consecutive writes were refused (${reason}) without a pause of 1000 ms`;
}

const conflict = "conflict" as const;

describe("how often", () => {
  it.each<RuleRow>([
    { name: "twelve refusals", story: () => refused(12), tried: 12, broken: [] },
    {
      name: "thirteen",
      story: () => refused(13),
      tried: 13,
      broken: [{ detail: inRow(13, "invalid"), events: [2, 14] }],
    },
    {
      name: "twenty-five, which is once",
      story: () => refused(25),
      tried: 25,
      broken: [{ detail: inRow(13, "invalid"), events: [2, 14] }],
    },
    {
      name: "thirteen with as long a pause as makes none",
      story: () => refused(13, { afterMs: 1_000 }),
      tried: 13,
      broken: [{ detail: inRow(13, "invalid"), events: [2, 14] }],
    },
    {
      name: "thirteen with pauses",
      story: () => refused(13, { afterMs: 1_001 }),
      tried: 13,
      broken: [],
    },
    {
      name: "fifty conflicts",
      story: () => refused(50, { reason: conflict }),
      tried: 50,
      broken: [],
    },
    {
      name: "fifty-one",
      story: () => refused(51, { reason: conflict }),
      tried: 51,
      broken: [{ detail: inRow(51, "conflict"), events: [2, 52] }],
    },
    {
      name: "two reasons in one row",
      story: () => refused(1, { story: refused(12), reason: "notFound" }),
      tried: 13,
      broken: [{ detail: inRow(13, "notFound"), events: [2, 14] }],
    },
    {
      name: "a conflict between the others",
      story: () => refused(12, { story: refused(1, { story: refused(12), reason: conflict }) }),
      tried: 25,
      broken: [],
    },
    {
      name: "a write that was stored between them",
      story: () => refused(12, { story: refused(12).report({ a: 1 }, { ...driven, afterMs: 10 }) }),
      tried: 24,
      broken: [],
    },
    {
      name: "a new process between them",
      story: () => refused(12, { story: refused(12).controller("started") }),
      tried: 24,
      broken: [],
    },
    {
      name: "each after a read",
      story: () => refusedAfter("read", 13),
      tried: 13,
      broken: [{ detail: inRow(13, "invalid"), events: [3, 27] }],
    },
    {
      name: "each after a list, by a controller that polls",
      story: () => refusedAfter("list", 60),
      tried: 60,
      broken: [],
    },
    {
      name: "those of somebody else",
      story: () => {
        const story = refused(13);
        const theirs = story.events.map((event) =>
          event.event === "write" ? { ...event, by: "rival" as const } : event,
        );
        story.events.splice(0, Infinity, ...theirs);
        return story;
      },
      tried: 0,
      broken: [],
    },
  ])("$name", ({ story, tried, broken }) => {
    expect(verdictOn("controller.retries-are-bounded", story())).toEqual({ tried, broken });
  });
});

const limited = (): HistoryFixture => created().refuse("rateLimited", { retryAfterSeconds: 2 });

function early(ms: number): string {
  return `the next write came too early: its reply was sent ${ms} ms before the end of the required wait`;
}

describe("how soon", () => {
  it.each<RuleRow>([
    {
      name: "at the time that was told",
      story: () => limited().report({ a: 1 }, { ...driven, afterMs: 2_000 }),
      tried: 1,
      broken: [],
    },
    {
      name: "a moment before it",
      story: () => limited().report({ a: 1 }, { ...driven, afterMs: 1_999 }),
      tried: 1,
      broken: [{ detail: early(1), events: [2, 3] }],
    },
    {
      name: "too early, and told so again",
      story: () =>
        limited()
          .refuse("rateLimited", { retryAfterSeconds: 3, afterMs: 500 })
          .refuse("rateLimited", { afterMs: 1_000 })
          .refuse("rateLimited", { afterMs: 0 }),
      tried: 2,
      broken: [
        { detail: early(1_500), events: [2, 3] },
        { detail: early(2_000), events: [3, 4] },
      ],
    },
    {
      name: "nothing was told",
      story: () => created().refuse("rateLimited").refuse("rateLimited", { afterMs: 0 }),
      tried: 0,
      broken: [],
    },
    {
      name: "told to the process before",
      story: () => limited().controller("started").report({ a: 1 }, driven),
      tried: 0,
      broken: [],
    },
    {
      name: "somebody else comes early",
      story: () => limited().report({ a: 1 }, { by: "rival", afterMs: 1 }),
      tried: 0,
      broken: [],
    },
  ])("$name", ({ story, tried, broken }) => {
    expect(verdictOn("controller.retry-waits-as-told", story())).toEqual({ tried, broken });
  });
});

const lost = "3 writes to an object after the controller could have known that it was deleted";
const gone = (): HistoryFixture => created().gone();
const notFound = (count: number, story: HistoryFixture): HistoryFixture =>
  refused(count, { story, reason: "notFound", afterMs: 5_000 });

describe("after the end", () => {
  it.each<RuleRow>([
    { name: "two writes", story: () => notFound(2, gone()), tried: 2, broken: [] },
    {
      name: "three, told with the end",
      story: () => notFound(3, gone()),
      tried: 3,
      broken: [{ detail: lost, events: [2, 3, 4, 5] }],
    },
    {
      name: "two before it was told, and two after",
      story: () => notFound(2, notFound(2, created()).gone()),
      tried: 4,
      broken: [],
    },
    {
      name: "four that are told that there is none, before anything was shown of its end",
      story: () => notFound(4, created()),
      tried: 4,
      broken: [{ detail: lost, events: [2, 3, 4, 5] }],
    },
    {
      name: "five after the end: told once",
      story: () => notFound(5, gone()),
      tried: 5,
      broken: [{ detail: lost, events: [2, 3, 4, 5] }],
    },
    {
      name: "refused for another reason",
      story: () => refused(3, { story: gone(), afterMs: 5_000 }),
      tried: 0,
      broken: [],
    },
    {
      name: "by a new process",
      story: () => notFound(2, notFound(2, gone()).controller("started")),
      tried: 4,
      broken: [],
    },
  ])("$name", ({ story, tried, broken }) => {
    expect(verdictOn("controller.deleted-object-ends-reconcile", story())).toEqual({
      tried,
      broken,
    });
  });
});
