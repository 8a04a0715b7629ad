import { describe, expect, it } from "vitest";
import { compareRows, renderComparison } from "./compare-rows.ts";
import type { Row } from "./row-table.ts";

interface Case {
  readonly name: string;
  readonly before: Omit<Row, "name">;
  readonly after: readonly number[];
  readonly change: string;
}

const cases: readonly Case[] = [
  {
    name: "a longer time",
    before: { values: [10, 11, 12], unit: "ms" },
    after: [13, 14, 13],
    change: "worse",
  },
  {
    name: "a shorter time",
    before: { values: [10, 11, 10], unit: "ms" },
    after: [8, 9, 9],
    change: "better",
  },
  {
    name: "a time within the earlier range",
    before: { values: [10, 14, 10], unit: "ms" },
    after: [13, 20, 20],
    change: "same",
  },
  {
    name: "a small but steady change",
    before: { values: [100, 100, 100], unit: "ms" },
    after: [104, 104, 104],
    change: "same",
  },
  {
    name: "a single measurement",
    before: { values: [100], unit: "ms" },
    after: [120],
    change: "same",
  },
  { name: "less speed", before: { values: [30], unit: "million/s" }, after: [20], change: "worse" },
  {
    name: "a value below its lower bound",
    before: { values: [4], unit: "×", atLeast: 3 },
    after: [2],
    change: "worse",
  },
  {
    name: "a value above its upper bound",
    before: { values: [1], unit: "×", atMost: 3 },
    after: [2],
    change: "worse",
  },
  {
    name: "a number without a goal",
    before: { values: [17_000], unit: "" },
    after: [9_000],
    change: "same",
  },
];

describe("compareRows", () => {
  it.each(cases)("calls $name $change", ({ before, after, change }) => {
    const row = { ...before, name: "a" };
    const compared = compareRows(
      new Map([["s", [row]]]),
      new Map([["s", [{ ...row, values: after }]]]),
    );
    expect(compared).toMatchObject([{ section: "s", name: "a", change }]);
  });

  it("omits rows that only one run has measured", () => {
    const row = { name: "a", values: [1], unit: "ms" };
    const nothing = { ...row, values: [Number.NaN] };
    const measured = new Map([["s", [row, { ...row, name: "b" }]]]);
    expect(compareRows(new Map([["t", [row]]]), measured)).toEqual([]);
    expect(compareRows(new Map([["s", [nothing]]]), measured)).toEqual([]);
  });
});

function rows(fast: number, slow: number): readonly Row[] {
  return [
    { name: "x", values: [fast], unit: "ms" },
    { name: "y", values: [slow], unit: "ms" },
    { name: "z", values: [1], unit: "ms" },
  ];
}

it("lists regressions before improvements", () => {
  const compared = compareRows(new Map([["s", rows(2, 10)]]), new Map([["s", rows(1, 20)]]));
  expect(renderComparison(compared).split("\n")).toEqual([
    "worse: s: y: 10.0 to 20.0 ms (100 %)",
    "better: s: x: 2.00 to 1.00 ms (-50 %)",
    "unchanged: 1 of 3",
  ]);
});
