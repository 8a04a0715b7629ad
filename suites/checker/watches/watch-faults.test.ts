import { describe, expect, it } from "vitest";
import type { InitialLine, OperationLine, VersionOrder } from "../history/history.ts";
import { checkFixture, wrongIn } from "../testing/history-fixture.ts";

const operation = { kind: "operation", client: "c1", outcome: "ok" } as const;
const cas = { ...operation, operation: "cas", object: "default/a", uid: "u1" } as const;

const put = { ...operation, operation: "put", object: "default/b", uid: "u5" } as const;

/** The versions of object a are 7, 8, 9 and 10, and those of object b are 6 and 11. */
const operations: readonly (InitialLine | OperationLine)[] = [
  { kind: "initial", object: "default/a", version: "7", uid: "u1", value: "h0" }, // line 2
  { ...cas, invoke: 1, return: 3, precondition: "7", version: "8", value: "h1" }, // line 3
  { ...cas, invoke: 5, return: 7, precondition: "8", version: "9", value: "h2" }, // line 4
  { ...cas, invoke: 9, return: 11, precondition: "9", version: "10", value: "h3" }, // line 5
  { kind: "initial", object: "default/b", version: "6", uid: "u5", value: "g0" }, // line 6
  { ...put, invoke: 12, return: 14, version: "11", value: "g1" }, // line 7
];

/** A name, the lines of a watch from line 8 on, and the expected anomalies. */
type Row = readonly [name: string, watch: string, wrong: string];

function table(versions: VersionOrder, rows: readonly Row[]): void {
  it.each(rows)("%s", (_, watch, wrong) => {
    const found = wrongIn({ versions, operations, watch: watch.split(", ") });
    expect(found.join(", ")).toBe(wrong);
  });
}

describe("after a version, with comparable versions", () => {
  table("comparable", [
    ["everything", "after 7, a 8, a 9, a 10, b 11, mark 11, close 11", ""],
    ["everything, twice marked", "after 7, a 8, a 9, a 10, b 11, mark 11, mark 11, close", ""],
    ["with contents", "after 7, a 8=h1 ~u1, a 9=h2, a 10 ~u1, b 11=g1", ""],
    ["the first skipped", "after 7, a 9, a 10", "resume-gap 9 3"],
    ["one skipped is not due as well", "after 7, a 9, a 10, close 10", "resume-gap 9 3"],
    [
      "from before, and another one due",
      "after 8, a 8, close 9",
      "resume-replay 9 3, undelivered-event 10 4",
    ],
    ["two skipped at first", "after 7, a 10", "resume-gap 9 3"],
    ["one skipped later", "after 7, a 8, a 10", "missing-event 10 4"],
    ["the last not shown, and not due", "after 7, a 8, close 8", ""],
    ["the last not shown, and due", "after 7, a 8, close 9", "undelivered-event 10 4"],
    [
      "one of another object not shown, and due",
      "after 7, a 8, a 9, a 10, close 11",
      "undelivered-event 12 7",
    ],
    ["nothing said to be due", "after 7, close", ""],
    ["from before", "after 8, a 8", "resume-replay 9 3"],
    ["from before, and then on", "after 9, a 9, a 10", "resume-replay 9 4"],
    ["twice", "after 7, a 8, a 8, a 9", "duplicate-event 10 3"],
    [
      "twice, and another one due",
      "after 7, a 8, a 8, close 9",
      "duplicate-event 10 3, undelivered-event 11 4",
    ],
    ["twice, with others between them", "after 7, a 8, a 9, a 8", "duplicate-event 11 3"],
    ["late is out of order, and not missing", "after 7, a 8, a 10, a 9", "event-out-of-order 11 4"],
    [
      "two late ones",
      "after 7, a 10, a 8, a 9",
      "event-out-of-order 10 3, event-out-of-order 11 4",
    ],
    [
      "objects in another order than their versions",
      "after 7, b 11, a 8, a 9",
      "event-out-of-order 10 3, event-out-of-order 11 4",
    ],
    ["a mark behind", "after 7, a 8, a 9, mark 8", "bookmark-backwards 11"],
    [
      "a mark behind another",
      "after 7, a 8, a 9, a 10, b 11, mark 11, mark 10",
      "bookmark-backwards 14",
    ],
    ["a mark behind the start", "after 8, mark 7", "bookmark-backwards 9"],
    ["a mark at the start", "after 8, mark 8, a 9", ""],
    ["a mark ahead", "after 7, a 8, mark 9", "bookmark-ahead 10 4"],
    [
      "a mark ahead, of which it is said once",
      "after 7, a 8, mark 9, mark 9, close 9",
      "bookmark-ahead 10 4",
    ],
    ["two marks ahead", "after 7, mark 8, mark 9", "bookmark-ahead 9 3, bookmark-ahead 10 3"],
    ["what a mark had covered", "after 7, mark 8, a 8, a 9", "event-behind-bookmark 10 3"],
    ["what a mark had covered comes late", "after 7, mark 9, a 9, a 8", "event-out-of-order 11 3"],
    ["of another type", "after 7, +a 8, a 9", "wrong-event-type 9 3"],
    ["a write shown as a deletion", "after 7, -a 8, a 9", "wrong-event-type 9 3"],
    ["with another content", "after 7, a 8=h9", "torn-event 9 3"],
    ["with another uid", "after 7, a 8=h1 ~u9", "torn-event 9 3"],
    ["a moment before its write", "after 7 @0, a 8 @0.9", "early-event 9 3"],
    ["at the time of its write", "after 7 @0, a 8 @1", ""],
    ["that nobody wrote", "after 7, a 8, a 77", "phantom-event 10"],
    ["of an object that there is not", "after 7, c 8", "phantom-event 9"],
    ["under a version of another object", "after 7, b 8", "phantom-event 9"],
    ["from before anything is known", "after 3, b 5", ""],
    ["of each object from where it stood at first", "after 3, a 8, a 9", ""],
  ]);
});

describe("with the current objects", () => {
  table("comparable", [
    ["the current states, added", "open, +a 10, +b 11, mark 11, close 11", ""],
    ["the current states in any order", "open, +b 11, +a 10, mark 11", ""],
    ["a current state that is an old one, and what follows", "open, +a 9, a 10", ""],
    ["and then one skipped", "open, +a 8, a 10", "missing-event 10 4"],
    ["and then one added", "open, +a 8, +a 9", "wrong-event-type 10 4"],
    ["and then an older one", "open, +a 9, a 8", "event-out-of-order 10 3"],
    ["and then the same one", "open, +a 9, a 9", "duplicate-event 10 4"],
    ["what had begun when it was opened is not due", "open @20, close 11 @30", ""],
    ["what began after it was opened is due", "open @8, close 10 @30", "undelivered-event 9 5"],
    ["a mark behind the current state", "open, +a 10, mark 9", "bookmark-backwards 10"],
    [
      "what was there is none of what is due",
      "open @8, +a 8 @20, a 9 @21, close 10 @30",
      "undelivered-event 11 5",
    ],
    ["what began as it was opened is not", "open @9, close 10 @30", ""],
  ]);
});

describe("reopened", () => {
  table("comparable", [
    ["where it ended", "after 7, a 8, expired, after 8, a 9, a 10", ""],
    ["behind that", "after 7, a 8, a 9, expired, after 8, a 9", ""],
    [
      "behind that, with a version that was not named",
      "after 7, a 8, expired, after 8, a 8",
      "resume-replay 12 3",
    ],
    ["with a gap", "after 7, a 8, expired, after 8, a 10", "resume-gap 12 4"],
    ["with what is there", "after 7, a 8, expired, open, +a 8", ""],
    ["after a mark", "after 7, a 8, a 9, a 10, b 11, mark 11, after 9, a 10, b 11, mark 11", ""],
    [
      "what is due counts from there",
      "after 7, a 8, a 9, a 10, b 11, after 9, close 10",
      "undelivered-event 14 5",
    ],
  ]);
});

describe("of some objects", () => {
  table("comparable", [
    ["one object", "after 7 of a, a 8, a 9, a 10, mark 11, close 11", ""],
    [
      "one object, of which one is due",
      "after 7 of a, a 8, a 9, close 11",
      "undelivered-event 11 5",
    ],
    ["another than the one", "after 7 of a, b 11, a 8", "event-outside-scope 9"],
    ["one namespace", "after 7 in default, a 8, a 9, a 10, b 11, close 11", ""],
    [
      "one namespace, of which one is due",
      "after 7 in default, a 8, a 9, a 10, close 11",
      "undelivered-event 12 7",
    ],
    ["another namespace", "after 7 in other, a 8, close 11", "event-outside-scope 9"],
    ["a namespace whose name begins so", "after 7 in def, a 8", "event-outside-scope 9"],
    ["all of them again", "after 7 of b, after 7, a 8", ""],
    ["late, in a part", "after 7 of a, a 8, a 10, a 9", "event-out-of-order 11 4"],
    ["behind a mark, in a part", "after 7 of a, mark 8, a 8", "event-behind-bookmark 10 3"],
  ]);
});

describe("several watches", () => {
  table("comparable", [
    ["each for itself", "after 7, v: after 7, v: a 8, a 8, v: a 9, a 10", "missing-event 13 4"],
    [
      "each with its own",
      "after 7, a 8, a 8, v: after 7, v: a 9",
      "duplicate-event 10 3, resume-gap 12 3",
    ],
  ]);
});

describe("with versions that have no order", () => {
  table("opaque", [
    ["everything", "after 7, a 8, a 9, a 10, b 11, mark 11, close 11", ""],
    ["the first skipped", "after 7, a 9, a 10", "resume-gap 9 3"],
    ["one skipped later", "after 7, a 8, a 10", "missing-event 10 4"],
    ["from before", "after 8, a 8", "resume-replay 9 3"],
    ["twice", "after 7, a 8, a 8", "duplicate-event 10 3"],
    ["late is out of order", "after 7, a 8, a 10, a 9", "event-out-of-order 11 4"],
    ["objects in any order", "after 7, b 11, a 8", ""],
    ["a mark ahead", "after 7, a 8, mark 9", "bookmark-ahead 10 4"],
    ["a mark behind", "after 7, a 8, a 9, mark 8", "bookmark-backwards 11 3"],
    ["a mark where it is", "after 7, a 8, mark 8", ""],
    ["a mark of an object of which nothing was shown", "after 7, mark 11", ""],
    ["due, and not shown", "after 7, a 8, close 10", "undelivered-event 10 4"],
    ["due, and passed", "after 7, a 8, a 9, close 8", ""],
    ["of another type", "after 7, +a 8", "wrong-event-type 9 3"],
    ["the current state, and what follows", "open, +a 9, a 10", ""],
    ["the current state, and one skipped", "open, +a 8, a 10", "missing-event 10 4"],
    ["under a version that is not known", "after 7, a 5", "phantom-event 9"],
  ]);
});

it("describes at most sixteen facts about a watch", () => {
  const watch = ["after 7", ...Array.from({ length: 18 }, () => "a 77")];
  const wrong = Array.from({ length: 16 }, (_, i) => `phantom-event ${i + 9}`);

  expect(wrongIn({ operations, watch })).toEqual(wrong);
});

describe("the messages", () => {
  it.each([
    {
      name: "of an event and its write",
      watch: ["after 7", "a 8", "a 8"],
      message:
        "watch w1 delivered MODIFIED for default/a at version 8 (line 10); client c1 wrote version 8, based on version 7 (line 3); watch w1 delivered MODIFIED for default/a at version 8 (line 9); line 9 occurred before line 10",
    },
    {
      name: "of an event without a write",
      watch: ["after 7", "a 77"],
      message:
        "watch w1 delivered MODIFIED for default/a at version 77 (line 9); no operation on object default/a produces version 77",
    },
    {
      name: "of an event that shows what was there at first",
      watch: ["after 3", "a 7=h9"],
      message:
        "watch w1 delivered MODIFIED for default/a at version 7, content h9 (line 9); the object started at version 7, uid u1, content h0 (line 2)",
    },
    {
      name: "of a mark",
      watch: ["after 8", "mark 7"],
      message:
        "watch w1 delivered a bookmark at version 7 (line 9); watch w1 was opened after version 8 (line 8); line 8 occurred before line 9",
    },
  ])("$name", ({ watch, message }) => {
    const { anomalies } = checkFixture({ operations, watch });

    expect(anomalies.map((one) => one.message)).toEqual([message]);
    expect(anomalies).toMatchObject([{ kind: "watch", watch: "w1" }]);
  });
});
