import { expect, it } from "vitest";
import { readRows, writeRows } from "./section-rows.ts";

it("rows survive a round trip, including figures that could not be measured", () => {
  const rows = [
    { name: "a", values: [1, 2.5], unit: "ms", atMost: 3, note: "n" },
    { name: "b", values: [Number.NaN], unit: "" },
  ];

  expect(readRows(writeRows(rows))).toEqual(rows);
});
