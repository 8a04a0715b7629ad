import { describe, expect, it } from "vitest";
import type { VersionOrder } from "../history/history.ts";
import { initial, acknowledged, unknown, wrongAfter } from "../testing/history-fixture.ts";
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

describe("other objects", () => {
  const other = {
    ...acknowledged,
    operation: "create",
    object: "default/b",
    invoke: 2,
    return: 3,
  } as const;
  table(
    [initial, { ...unknown, operation: "put", invoke: 1, value: "h1" }, { ...other, version: "8" }],
    [["may have the version that a lost write is shown under", "after 7, a 8=h1", ""]],
    "opaque",
  );
  table(
    [initial, { ...unknown, operation: "delete", invoke: 1 }, { ...other, version: "9" }],
    [["may be newer than the last version of one that is gone", "after 7, -a 7", ""]],
  );
});

describe("a creation of unknown outcome", () => {
  table(
    [{ ...unknown, operation: "create", invoke: 1, value: "k1" }],
    [
      ["is added", "open @0, +a 3=k1", ""],
      ["is not modified", "after 1, a 3=k1", "wrong-event-type 4 2"],
    ],
  );
});

describe("a deletion of unknown outcome", () => {
  table(
    [initial, { ...unknown, operation: "delete", uid: "u1", invoke: 1 }],
    [
      ["may have taken effect", "after 7, -a 9 ~u1", ""],
      ["may be shown as the last version", "after 7, -a 7", ""],
      ["may be shown so to each watch", "after 7, -a 7, v: after 7, v: -a 7", ""],
      ["is not shown as another version", "after 7, -a 7, -a 7", "duplicate-event 6 3"],
      ["is of its own incarnation", "after 7, -a 9 ~u9", "phantom-event 5"],
      ["is no write", "after 7, a 9", "phantom-event 5"],
      ["happens once", "after 7, -a 9, -a 10", "phantom-event 6"],
      ["is the same for each watch", "after 7, -a 9, v: after 7, v: -a 9", ""],
    ],
  );
});

describe("a deletion of unknown outcome of an older object", () => {
  const write = {
    ...acknowledged,
    operation: "cas",
    invoke: 2,
    return: 3,
    precondition: "7",
    version: "8",
  } as const;
  table(
    [initial, { ...unknown, operation: "delete", invoke: 1 }, write],
    [
      ["may be shown as the last version", "after 7, a 8, -a 8", ""],
      ["may not be shown as the one before", "after 7, -a 7, a 8", "wrong-event-type 6"],
    ],
  );

  const put = { ...acknowledged, operation: "put", invoke: 2, return: 3, version: "8" } as const;
  table(
    [initial, { ...unknown, operation: "delete", invoke: 1 }, put],
    [
      ["may be shown as the last version that was put", "after 7, a 8, -a 8", ""],
      ["may not be shown as the one before that", "after 7, -a 7, a 8", "wrong-event-type 6"],
    ],
  );
});

describe("several writes with unknown outcome", () => {
  table(
    [
      initial,
      { ...unknown, operation: "put", client: "c1", invoke: 1, value: "h1" },
      { ...unknown, operation: "put", client: "c2", invoke: 1, value: "h2" },
      { ...unknown, operation: "put", client: "c3", invoke: 1, object: "default/b", value: "h3" },
    ],
    [
      ["are told by their contents", "after 7, a 8=h2, a 9=h1", ""],
      ["each can be one version", "after 7, a 8=h2, a 9=h2", "phantom-event 8"],
      ["each belong to their object", "after 7, a 8=h3", "phantom-event 7"],
    ],
  );
});

describe("several deletions of unknown outcome", () => {
  const lost = { ...unknown, operation: "delete", uid: "u1" } as const;
  table(
    [initial, { ...lost, invoke: 1 }, { ...lost, client: "c2", invoke: 2 }],
    [
      [
        "are not both due because two watches show one of them",
        "after 7, -a 9, v: after 7, v: -a 9, v: close 13",
        "",
      ],
    ],
  );
});

describe("a write of unknown outcome during another one with a response", () => {
  const answered = {
    ...acknowledged,
    operation: "cas",
    invoke: 1,
    return: 2,
    precondition: "7",
    version: "8",
    value: "h2",
  } as const;
  table(
    [initial, answered, { ...unknown, operation: "put", client: "c2", invoke: 1, value: "h1" }],
    [
      [
        "did not make the version of that one, whatever a watch shows",
        "after 7, a 8=h1, v: after 7, v: a 8=h2, v: close 8",
        "torn-event 6 3",
      ],
    ],
  );
});

describe("events of writes of unknown outcome", () => {
  const lost = { ...unknown, operation: "cas", precondition: "7", invoke: 1, value: "h1" } as const;
  table(
    [initial, lost],
    [
      [
        "is due on another that has shown what was there before",
        "after 3, a 8=h1, v: after 3, v: a 7, v: close 8",
        "undelivered-event 8 3",
      ],
      ["is a replay where it began after that", "after 9, a 5", "resume-replay 5 3"],
    ],
  );
  table(
    [initial, { ...unknown, operation: "delete", uid: "u1", invoke: 1 }],
    [["is a replay where it began with that", "after 9, -a 9", "resume-replay 5 3"]],
  );
  const put = { ...unknown, operation: "put", invoke: 1 } as const;
  table(
    [initial, { ...put, value: "h1" }, { ...put, client: "c2", value: "h4" }],
    [["leaves the other one for another version", "open, a 9, v: open, v: a 9, v: a 10", ""]],
    "opaque",
  );
  table(
    [initial, { ...acknowledged, operation: "delete", uid: "u1", invoke: 1, return: 2 }],
    [
      [
        "is a deletion, which is no modification",
        "open, a 9, v: after 9, v: -a 9",
        "wrong-event-type 5 3, resume-replay 7 3",
      ],
    ],
    "opaque",
  );
});

describe("concurrent writes, either of which a lost deletion may follow", () => {
  const put = { ...acknowledged, operation: "put" } as const;
  table(
    [
      initial,
      { ...put, invoke: 1, return: 4, version: "8" },
      { ...put, client: "c2", invoke: 2, return: 6, version: "10" },
      { ...unknown, operation: "delete", uid: "u1", invoke: 7 },
    ],
    [["is shown under the one that came last", "open, -a 8", ""]],
    "opaque",
  );
});
