import { describe, expect, it } from "vitest";
import type { VersionOrder, WatchEventType, WatchLine } from "../history/history.ts";
import { WatchOrder } from "./watch-line-order.ts";

/**
 * Returns the watch order after processing lines of one watch, one second apart. Each line is an event and a version:
 * `MODIFIED 8`.
 */
function taken(lines: readonly string[], part?: number): WatchOrder {
  return inOrder(
    "comparable",
    lines.map((line) => ({ line, part })),
  );
}

interface WatchItem {
  readonly line: string;
  readonly part?: number | undefined;
  readonly watch?: string;
  readonly time?: number;
}

function inOrder(versions: VersionOrder, items: readonly WatchItem[]): WatchOrder {
  const order = new WatchOrder(versions);
  items.forEach(({ line, part, watch = "w", time }, i) => {
    order.take(lineOf(line, { watch, time: time ?? i }), { line: i + 2, part });
  });
  return order;
}

const events: Readonly<Record<string, WatchEventType>> = {
  open: "open",
  after: "open",
  ADDED: "ADDED",
  MODIFIED: "MODIFIED",
  DELETED: "DELETED",
  BOOKMARK: "BOOKMARK",
  expired: "expired",
  close: "close",
};

function lineOf(text: string, at: Pick<WatchLine, "watch" | "time">): WatchLine {
  const [name = "", version] = text.split(" ");
  const event = events[name] ?? "close";
  return { kind: "watch", event, ...at, ...(version === undefined ? {} : { version }) };
}

function found(order: WatchOrder): readonly string[] {
  return order.anomalies().map(({ type, operations }) => `${type} ${operations.join(" ")}`);
}

const swapped = [
  { line: "after 5", part: undefined },
  { line: "MODIFIED 10", part: 1 },
  { line: "MODIFIED 9", part: 2 },
];

describe("events of different parts", () => {
  it("must be in the order of their versions after a version", () => {
    const order = inOrder("comparable", swapped);

    expect(order.anomalies()).toEqual([
      {
        kind: "watch",
        watch: "w",
        type: "event-out-of-order",
        operations: [4, 3],
        counterexample: expect.any(Array),
        message:
          "watch w delivered MODIFIED at version 9 (line 4); watch w delivered MODIFIED at version 10 (line 3); line 3 occurred before line 4",
      },
    ]);
  });

  it.each<{
    readonly name: string;
    readonly items: readonly WatchItem[];
    readonly versions?: VersionOrder;
  }>([
    { name: "versions that cannot be compared", items: swapped, versions: "opaque" },
    {
      name: "one part, which is judged with it",
      items: swapped.map((one) => ({ ...one, part: 1 })),
    },
    { name: "a watch of which nobody saw the beginning", items: swapped.slice(1) },
    {
      name: "a watch that begins with what is there",
      items: [{ line: "open" }, ...swapped.slice(1)],
    },
    {
      name: "a watch that was opened anew in between",
      items: [...swapped.slice(0, 2), { line: "after 5" }, ...swapped.slice(2)],
    },
    {
      name: "a watch that was opened anew, with what is there",
      items: [{ line: "after 5" }, { line: "open" }, ...swapped.slice(1)],
    },
    {
      name: "the same version",
      items: [...swapped.slice(0, 2), { line: "MODIFIED 10", part: 2 }],
    },
    {
      name: "a deletion, which may be shown under an older version",
      items: [...swapped.slice(0, 2), { line: "DELETED 9", part: 2 }],
    },
    {
      name: "an event after a deletion under a newer version",
      items: [{ line: "after 5" }, { line: "DELETED 11", part: 1 }, { line: "ADDED 10", part: 2 }],
    },
    {
      name: "another watch",
      items: [
        ...swapped.slice(0, 2),
        { line: "after 5", watch: "v" },
        { line: "MODIFIED 9", part: 2, watch: "v" },
      ],
    },
  ])("nothing is wrong with $name", ({ items, versions = "comparable" }) => {
    expect(found(inOrder(versions, items))).toEqual([]);
  });

  it("are compared with the newest one, not the last one", () => {
    const items = [...swapped, { line: "ADDED 9", part: 3 }, { line: "MODIFIED 11", part: 2 }];

    expect(found(inOrder("comparable", items))).toEqual([
      "event-out-of-order 4 3",
      "event-out-of-order 5 3",
    ]);
  });

  it("are reported at most sixteen times per watch", () => {
    const many = Array.from({ length: 20 }, () => ({ line: "MODIFIED 9", part: 2 }));
    const other = [...swapped, ...many].map((one) => ({ ...one, watch: "v" }));

    expect(found(inOrder("comparable", [...swapped.slice(0, 2), ...many]))).toHaveLength(16);
    expect(found(inOrder("comparable", [...swapped, ...many, ...other]))).toHaveLength(32);
  });
});

describe("bookmarks", () => {
  it.each([
    {
      name: "behind",
      lines: ["open", "ADDED 10", "BOOKMARK 9"],
      wrong: ["bookmark-backwards 4 3"],
    },
    { name: "at", lines: ["open", "ADDED 10", "BOOKMARK 10"], wrong: [] },
    { name: "beyond", lines: ["open", "ADDED 10", "BOOKMARK 11"], wrong: [] },
  ])("$name the newest event of any part", ({ lines, wrong }) => {
    expect(found(taken(lines, 1))).toEqual(wrong);
  });

  it.each([
    { name: "before any event", lines: ["open", "BOOKMARK 9"] },
    { name: "after an older bookmark alone", lines: ["open", "BOOKMARK 9", "BOOKMARK 8"] },
    { name: "after a watch was opened anew", lines: ["open", "ADDED 10", "open", "BOOKMARK 9"] },
    { name: "after a watch has expired and closed", lines: ["open", "expired", "close 9"] },
  ])("say nothing $name", ({ lines }) => {
    expect(found(taken(lines))).toEqual([]);
  });
});

it("rejects lines of one watch whose times do not increase, and names the line", () => {
  const back = [
    { line: "open", time: 5 },
    { line: "ADDED 1", time: 4 },
  ];

  expect(() => inOrder("comparable", back)).toThrow(
    /3.*watch w has the time 4 here, but 5 in an earlier line/u,
  );
  expect(() =>
    inOrder("comparable", [
      { line: "open", time: 5 },
      { line: "ADDED 1", time: 6 },
      { line: "ADDED 2", time: 5 },
    ]),
  ).toThrow(/watch w has the time 5 here, but 6/u);
  expect(
    found(
      inOrder("comparable", [
        { line: "open", time: 5 },
        { line: "ADDED 1", time: 5 },
      ]),
    ),
  ).toEqual([]);
});
