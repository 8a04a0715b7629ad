import { describe, expect, it } from "vitest";
import type { VersionOrder } from "../history/history.ts";
import { initial, wrongAfter } from "../testing/history-fixture.ts";
import type { HistoryFixture, WatchRow } from "../testing/history-fixture.ts";
import { operationFixture } from "../testing/operation-fixture.ts";

function table(
  operations: HistoryFixture["operations"],
  rows: readonly WatchRow[],
  versions?: VersionOrder,
): void {
  it.each(rows)("%s", (_, watch, wrong) => {
    expect(wrongAfter(operations, watch, versions)).toBe(wrong);
  });
}

/** The versions of the object are 7, 8, 9 and 10. The writes are in lines 3 to 5. */
const written = [
  initial,
  ...["c1 cas 7>8 @1-3 =h1", "c1 cas 8>9 @5-7 =h2", "c1 cas 9>10 @9-11 =h3"].map(operationFixture),
];

describe("the start of a watch", () => {
  table(written, [
    [
      "is shown as a replay, one by one",
      "after 9, a 8, a 9",
      "resume-replay 7 3, resume-replay 8 4",
    ],
    [
      "is shown as a replay to who watches one object",
      "after 9 of a, a 8, a 9",
      "resume-replay 7 3, resume-replay 8 4",
    ],
    ["is not missing between a replay and what is new", "after 9, a 8, a 10", "resume-replay 7 3"],
    ["is not missing of one object either", "after 9 of a, a 8, a 10", "resume-replay 7 3"],
    ["is not missing in a namespace either", "after 9 in default, a 8, a 10", "resume-replay 7 3"],
    [
      "is shown late, and then what was skipped",
      "after 8, a 10, a 8, a 9",
      "resume-replay 8 3, event-out-of-order 9 4",
    ],
    [
      "is there once, and not again after all the rest",
      "after 3, a 8, a 9, a 10, mark 13, -a 7",
      "wrong-event-type 11, event-out-of-order 11",
    ],
  ]);

  const created = ["c1 create >8 @1-3 ~u1", "c1 cas 8>9 @5-7"].map(operationFixture);
  table(created, [
    ["is nothing for who is created later", "after 3, +a 8, a 9", ""],
    [
      "is no state of who is created later",
      "after 3, +a 6, a 9",
      "phantom-event 5, resume-gap 6 2",
    ],
    ["is a replay, too, where it is the first state", "after 9, +a 8", "resume-replay 5 2"],
    ["may be all that is there, added", "open, +a 8, a 9", ""],
    ["is added if it is there, and not modified", "open, a 8, a 9", "wrong-event-type 5 2"],
  ]);
});

describe("a deletion without a request", () => {
  table(written, [
    [
      "shows a write again under another type",
      "after 7, a 8, -a 8, a 9",
      "wrong-event-type 8 3, duplicate-event 8 3",
    ],
    [
      "shows what was there at first after a mark that was ahead",
      "after 3, mark 10, -a 7",
      "bookmark-ahead 7 3, wrong-event-type 8, event-behind-bookmark 8",
    ],
  ]);
});

describe("repeated events", () => {
  table(written, [
    [
      "leaves missing what is still missing",
      "after 7, a 8, a 10, a 8, close 10",
      "missing-event 8 4, duplicate-event 9 3",
    ],
  ]);
});

describe("an event that needs a closer look", () => {
  table(written, [
    ["is not behind a mark that is older", "after 7, a 8, mark 8, a 9=h9", "torn-event 9 4"],
  ]);
});

it("a gap in one object excuses nothing in another", () => {
  const operations = [
    initial,
    { ...initial, object: "default/b", version: "6", uid: "u5" },
    ...["c1 cas 7>8 @1-3", "c2 cas 6>9 @4-5", "c1 cas 8>10 @6-7"].map(operationFixture),
  ].map((line) => (line.version === "9" ? { ...line, object: "default/b" } : line));

  expect(wrongAfter(operations, "after 7, a 10, close 10")).toMatch(
    /^resume-gap 8 4, undelivered-event 9 \d$/u,
  );
});

describe("a version without a write", () => {
  const seen = ["c1 cas 7>8 @2-5 =h1", "c2 read >9 @1-6"].map(operationFixture);
  table(
    [initial, ...seen],
    [["is due on no watch", "open, a 8, v: open, v: a 8", "phantom-version 4"]],
    "opaque",
  );
});
