import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { replaceBetween, tableOf, plotsOf } from "./performance-page.ts";
import { sections } from "./sections/index.ts";
import type { Row } from "./row-table.ts";

describe("replaceBetween", () => {
  const page = "# Page\n\n<!-- begin: a -->\n\nold\n\n<!-- end: a -->\n\nrest\n";

  it("replaces only the text between the markers", () => {
    const replaced = replaceBetween(page, "a", "new");

    expect(replaced).toBe(page.replace("old", "new"));
    expect(replaceBetween(replaced, "a", "new")).toBe(replaced);
  });

  it.each(["b", "begin"])("rejects a page without markers for %s", (name) => {
    expect(() => replaceBetween(page, name, "new")).toThrow(`no markers for ${name}`);
  });
});

it("tableOf escapes cells", () => {
  const rows = [{ name: "  a | b", values: [2, 4], unit: "ms", atLeast: 2, note: "warm" }];

  expect(tableOf(rows).split("\n").at(-1)).toBe(
    String.raw`| a \| b | 3 ms | 2 to 4 | at least 2 ms | 1.50 | warm |`,
  );
});

it("has markers on the page for every section", () => {
  const page = readFileSync(new URL("../../docs/performance.md", import.meta.url), "utf8");

  for (const name of Object.keys(sections)) {
    expect(() => replaceBetween(page, name, ""), name).not.toThrow();
  }
});

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
