import { describe, expect, it } from "vitest";
import { mergeBenches } from "./merge-benches.ts";
import type { BenchPart } from "./merge-benches.ts";
import { tally } from "./tally-row.ts";
import type { Row } from "./row-table.ts";

const row = (name: string): Row => ({ name, values: [1], unit: "of 20", atLeast: 0.95 });
const count = (found: number, of: number, note = ""): Row =>
  tally({ name: "all together", count: found, of, least: of, note });

function part(file: string, rows: readonly Row[], machine = "m"): BenchPart {
  return { file, machine, measured: new Map([["detection", rows]]) };
}

describe("mergeBenches", () => {
  it("returns the same as a single run", () => {
    const parts = [
      part("1.json", [row("b"), count(9, 10, "x was not found")]),
      part("2.json", [row("a"), count(10, 10), row("c")]),
    ];

    expect(mergeBenches(parts)).toEqual({
      machine: "m",
      measured: new Map([
        ["detection", [row("b"), row("a"), row("c"), count(19, 20, "x was not found")]],
      ]),
    });
  });

  it("keeps the sections of each file", () => {
    const other = { file: "o", machine: "m", measured: new Map([["replays", [count(1, 1)]]]) };

    expect([...mergeBenches([part("1.json", [row("a")]), other]).measured.keys()]).toEqual([
      "detection",
      "replays",
    ]);
  });

  it.each([
    ["a figure that two files have", [part("1", [row("a")]), part("2", [row("a")])], /2 has "a"/],
    [
      "a count beside a figure",
      [part("1", [count(1, 1)]), part("2", [row("all together")])],
      /2 has/,
    ],
    [
      "another machine",
      [part("1", []), part("2", [], "n")],
      /2 is of another machine than 1: n; m/,
    ],
    ["no file", [], /--merge needs files/],
  ])("refuses %s", (_, parts, problem) => {
    expect(() => mergeBenches(parts)).toThrow(problem);
  });
});
