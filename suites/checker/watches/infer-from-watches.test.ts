import { describe, expect, it } from "vitest";
import type { VersionOrder } from "../history/history.ts";
import {
  initial,
  checkFixture,
  acknowledged,
  unknown,
  wrongAfter,
} from "../testing/history-fixture.ts";
import type { HistoryFixture, WatchRow } from "../testing/history-fixture.ts";

function table(
  operations: HistoryFixture["operations"],
  rows: readonly WatchRow[],
  versions?: VersionOrder,
): void {
  it.each(rows)("%s", (_, watch, wrong) => {
    expect(wrongAfter(operations, watch, versions)).toBe(wrong);
  });
}

const deletion = { ...acknowledged, operation: "delete", uid: "u1", invoke: 1, return: 2 } as const;
const creation = {
  ...acknowledged,
  operation: "create",
  invoke: 5,
  return: 6,
  version: "12",
  uid: "u2",
  value: "k1",
} as const;

describe("the version of a deletion", () => {
  const operations = [initial, deletion, creation];

  table(operations, [
    ["is the one that a watch shows", "after 7, -a 9 ~u1, +a 12", ""],
    [
      "is the same for each watch",
      "after 7, -a 9, v: after 7, -a 9, v: -a 9, v: +a 12",
      "duplicate-event 8 3",
    ],
    ["is one for all watches", "after 7, -a 9, v: after 7, v: -a 10", "phantom-event 8"],
    ["may be the last version of the object", "after 7, -a 7, +a 12", ""],
    ["is not that of the next object", "after 7, -a 12", "wrong-event-type 6 4, resume-gap 6 3"],
    ["is of its own incarnation", "after 7, -a 9 ~u9", "phantom-event 6"],
    ["comes before that of the next object", "after 7, -a 13", "resume-gap 6 4"],
    ["is due although nobody has shown it", "after 7, +a 12", "resume-gap 6 3"],
  ]);

  const second = { ...deletion, uid: "u2", invoke: 8, return: 9 } as const;
  table(
    [...operations, second],
    [
      ["is told in turn of two of them", "after 7, -a 9, +a 12, -a 14", ""],
      [
        "is told of each by its uid",
        "after 7, -a 14 ~u2, v: after 7, v: -a 9 ~u1, v: +a 12, v: -a 14",
        "resume-gap 7 3",
      ],
      ["is told of the second as its last version", "after 7, -a 9, +a 12, -a 12", ""],
    ],
  );
});

describe("the version of a deletion, with versions that have no order", () => {
  table(
    [initial, deletion, creation],
    [
      ["is the one that a watch shows", "after 7, -a 9 ~u1, +a 12", ""],
      ["may be the last version of the object", "after 7, -a 7, +a 12", ""],
      ["may be the last version, after which a watch goes on", "after 3, -a 7, after 7, +a 12", ""],
    ],
    "opaque",
  );
});

describe("the version of a deletion without a uid", () => {
  const { uid: _uid, ...unnamed } = deletion;
  const { uid: _first, ...first } = initial;
  table([first, unnamed], [["is the one that a watch shows", "after 7, -a 9 ~u1", ""]]);

  const { uid: _second, ...next } = creation;
  table(
    [first, unnamed, next],
    [
      [
        "is the one that a watch shows, where the object is created again",
        "after 7, -a 9, +a 12",
        "",
      ],
      ["is one for all watches", "after 7, -a 9, v: after 7, v: -a 10", "phantom-event 8"],
    ],
  );
});

it("names a deletion that was not shown", () => {
  const { anomalies } = checkFixture({
    operations: [initial, deletion, creation],
    watch: ["after 7", "+a 12"],
  });

  expect(anomalies.map(({ message }) => message)).toEqual([
    expect.stringMatching(
      /; client c1 deleted the object, based on uid u1 \(line 3\); .*; watch w1 did not deliver DELETED for default\/a after line 5 and before line 6$/u,
    ),
  ]);
});

describe("the content of a lost write, observed without the write", () => {
  const seen = {
    ...acknowledged,
    operation: "read",
    client: "c2",
    invoke: 3,
    return: 4,
    version: "8",
  } as const;
  table(
    [initial, { ...unknown, operation: "put", invoke: 1, value: "h1" }, seen],
    [
      ["is shown", "after 7, a 8=h1", ""],
      ["is not another one", "after 7, a 8=h2", "torn-event 6 3"],
    ],
  );
});

describe("a write of unknown outcome", () => {
  table(
    [initial, { ...unknown, operation: "cas", invoke: 1, precondition: "7", value: "h1" }],
    [
      ["may have taken effect", "after 7, a 8=h1", ""],
      ["may be shown without its content", "after 7, a 8", ""],
      ["has its own content", "after 7, a 8=h9", "phantom-event 5"],
      ["is not what is known already", "after 3, a 7=h1", "torn-event 5"],
      [
        "is looked for again with another content",
        "after 7, a 8=h9, a 8=h1",
        "torn-event 5 3, duplicate-event 6 3",
      ],
      ["has one version", "after 7, a 8=h1, a 9=h1", "phantom-event 6"],
      [
        "has the version that the first watch has shown",
        "after 7, v: after 7, a 8=h1, v: a 9=h1",
        "phantom-event 7",
      ],
      ["is the same for each watch", "after 7, v: after 7, a 8=h1, v: a 8=h1", ""],
      [
        "has the content that the first watch has shown",
        "after 7, v: after 7, a 8=h1, v: a 8=h2",
        "torn-event 7 3",
      ],
      ["is no creation", "after 7, +a 8=h1", "wrong-event-type 5 3"],
      ["is no deletion", "after 7, -a 8", "phantom-event 5"],
      ["is shown after it began", "after 7 @0, a 8=h1 @0.5", "early-event 5 3"],
      [
        "is due for all once it was shown",
        "after 7, v: after 7, a 8=h1, v: close 8",
        "undelivered-event 7 3",
      ],
      ["is due for nobody before", "after 7, close 8", ""],
    ],
  );
});

describe("a write of unknown outcome and content", () => {
  table(
    [initial, { ...unknown, operation: "put", invoke: 1 }],
    [
      ["may be shown with any content", "after 7, a 8=h5", ""],
      [
        "is shown with the same one to each watch",
        "after 7, a 8=h5, v: after 7, v: a 8=h6",
        "torn-event 7 3",
      ],
    ],
  );
});
