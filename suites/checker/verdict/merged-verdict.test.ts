import { expect, it } from "vitest";
import type { ObjectAnomaly, WatchAnomaly } from "../history/anomaly.ts";
import type { HistoryVerdict } from "./check-history.ts";
import { MergedVerdict } from "./merged-verdict.ts";

function ofObject(object: string, ...operations: readonly number[]): ObjectAnomaly {
  return {
    kind: "object",
    object,
    type: "stale-read",
    operations,
    counterexample: [],
    message: "",
    alternatives: [],
  };
}

function ofWatch(watch: string, ...operations: readonly number[]): WatchAnomaly {
  return {
    kind: "watch",
    watch,
    type: "missing-event",
    operations,
    counterexample: [],
    message: "",
  };
}

function verdictWith(part: Partial<HistoryVerdict>): HistoryVerdict {
  return { verdict: "legal", operations: 0, events: 0, anomalies: [], open: [], ...part };
}

function merged(
  parts: readonly Partial<HistoryVerdict>[],
  anomalies: readonly WatchAnomaly[] = [],
): HistoryVerdict {
  const verdict = new MergedVerdict();
  for (const part of parts) verdict.add(verdictWith(part));
  return verdict.finish({ events: 7, anomalies });
}

it("counts the operations of each part and the events of the whole history", () => {
  expect(
    merged([
      { operations: 2, events: 3 },
      { operations: 5, events: 3 },
    ]),
  ).toEqual({
    verdict: "legal",
    operations: 7,
    events: 7,
    anomalies: [],
    open: [],
  });
});

it("is undetermined if a part is, and illegal if any part is", () => {
  const open = [{ object: "a", reason: "too many orders are possible" }];

  expect(merged([{ open }, {}])).toMatchObject({ verdict: "undetermined", open });
  expect(merged([{ open }, { anomalies: [ofObject("b", 3)] }])).toMatchObject({
    verdict: "illegal",
    open,
  });
  expect(merged([{}], [ofWatch("w", 4)]).verdict).toBe("illegal");
});

it("sorts all anomalies by line, those without a line first", () => {
  const parts = [
    { anomalies: [ofObject("a", 9, 2), ofObject("a", 12)] },
    { anomalies: [ofWatch("w", 10), ofObject("b")] },
  ];

  expect(merged(parts, [ofWatch("w", 11)]).anomalies).toEqual([
    ofObject("b"),
    ofObject("a", 9, 2),
    ofWatch("w", 10),
    ofWatch("w", 11),
    ofObject("a", 12),
  ]);
});

it("lists a line of a watch once, even if several parts contain it", () => {
  const parts = [{ anomalies: [ofWatch("w", 10, 3)] }, { anomalies: [ofWatch("w", 10, 4)] }];

  expect(merged(parts).anomalies).toEqual([ofWatch("w", 10, 3)]);
});

it.each([
  { name: "watches", one: ofWatch("v", 10), other: ofWatch("w", 10) },
  { name: "lines of a watch", one: ofWatch("w", 10), other: ofWatch("w", 11) },
  {
    name: "kinds of anomalies of a watch",
    one: ofWatch("w", 10),
    other: { ...ofWatch("w", 10), type: "duplicate-event" as const },
  },
  { name: "objects", one: ofObject("a", 10), other: ofObject("b", 10) },
  { name: "operations of an object", one: ofObject("a", 10, 3), other: ofObject("a", 10, 4) },
  { name: "numbers of operations", one: ofObject("a", 1, 23), other: ofObject("a", 12, 3) },
  {
    name: "kinds of anomalies of an object",
    one: ofObject("a", 10),
    other: { ...ofObject("a", 10), type: "dirty-read" as const },
  },
])("tells two $name apart", ({ one, other }) => {
  expect(merged([{ anomalies: [one] }, { anomalies: [other] }]).anomalies).toHaveLength(2);
});
