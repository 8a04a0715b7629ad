import { expect, it } from "vitest";
import { plotsOf } from "./plot.ts";
import type { Row } from "./table.ts";

it("draws each series from zero, and no other rows", () => {
  const rows: readonly Row[] = [
    { name: "a", values: [10], unit: "ms", growth: { of: "objects", at: 1 } },
    { name: "b", values: [1], unit: "ms" },
    { name: "c", values: [20, 40, 60], unit: "ms", growth: { of: "objects", at: 100 } },
    { name: "d", values: [Number.NaN], unit: "ms", growth: { of: "objects", at: 1000 } },
    { name: "e", values: [5], unit: "µs", growth: { of: "kinds", at: 1 } },
  ];
  expect(plotsOf(rows)).toBe(
    [
      "```text",
      "objects",
      `      1 ${"█".repeat(10)} 10.0 ms`,
      `    100 ${"█".repeat(40)} 40.0 ms`,
      "```",
      "",
      "```text",
      "kinds",
      `    1 ${"█".repeat(40)} 5.00 µs`,
      "```",
    ].join("\n"),
  );
});

it("is empty without series", () => {
  expect(plotsOf([{ name: "a", values: [1], unit: "ms" }])).toBe("");
});
