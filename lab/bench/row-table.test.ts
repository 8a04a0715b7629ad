import { describe, expect, it } from "vitest";
import { median, missed, renderTable } from "./row-table.ts";

describe("median", () => {
  it.each([
    [[3, 1, 2], 2],
    [[4, 1, 2, 3], 2.5],
    [[7], 7],
  ])("of %j is %d", (values, expected) => {
    expect(median(values)).toBe(expected);
  });

  it("of no values is NaN", () => {
    expect(median([])).toBeNaN();
  });
});

const rows = [
  { name: "full run", values: [4000, 5000, 6000], unit: "ms", atMost: 4500 },
  { name: "list", values: [120], unit: "ms", atMost: 300, note: "cold" },
  { name: "exchanges", values: [2500], unit: "" },
];

it("renderTable shows figure, spread, goal and ratio", () => {
  expect(renderTable(rows)).toMatchInlineSnapshot(`
    "metric     median   min to max    goal             median / goal  note
    full run   5000 ms  4000 to 6000  at most 4500 ms  1.11
    list       120 ms                 at most 300 ms   0.400          cold
    exchanges  2500"
  `);
});

it("renderTable shows figures that could not be measured, and lower bounds", () => {
  const others = [
    { name: "porcupine", values: [], unit: "ms", note: "no Go here" },
    { name: "wrong", values: [0], unit: "of 500", atMost: 0 },
    { name: "speed", values: [45], unit: "MiB/s", atLeast: 30 },
  ];

  expect(renderTable(others)).toMatchInlineSnapshot(`
    "metric     median    min to max  goal               median / goal  note
    porcupine  -                                                       no Go here
    wrong      0 of 500              at most 0 of 500
    speed      45 MiB/s              at least 30 MiB/s  1.50"
  `);
});

it("missed finds figures that miss their goal", () => {
  const others = [
    { name: "too slow", values: [20], unit: "MiB/s", atLeast: 30 },
    { name: "fast", values: [40], unit: "MiB/s", atLeast: 30 },
    { name: "one wrong", values: [1], unit: "", atMost: 0 },
    { name: "unknown", values: [], unit: "", atMost: 0, atLeast: 1 },
  ];

  expect(missed([...rows, ...others]).map((row) => row.name)).toEqual([
    "full run",
    "too slow",
    "one wrong",
  ]);
});
