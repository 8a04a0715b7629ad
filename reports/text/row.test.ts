import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { emptyRow, labelledRow, plainRow, renderRows } from "./row.ts";

const plain = { width: 40, colorLevel: 0 } as const;

describe("rows", () => {
  test("are wrapped at spaces after their label", () => {
    const text = "a write that names an old version is rejected with a conflict";
    const row = labelledRow("expected:", text, { indent: 2, width: 12 });

    expect(renderRows([row], plain)).toBe(
      [
        "  expected:   a write that names an old",
        "              version is rejected with a",
        "              conflict",
        "",
      ].join("\n"),
    );
  });

  test("truncate words that are longer than a line", () => {
    expect(renderRows([plainRow("x".repeat(90), 2)], plain)).toBe(
      `  ${"x".repeat(38)}\n  ${"x".repeat(38)}\n  ${"x".repeat(14)}\n`,
    );
  });

  test("are not truncated if they are meant to be copied", () => {
    const row = { ...plainRow(`conformance ${"--only x ".repeat(20)}`), isUnbroken: true };

    expect(renderRows([row], plain).split("\n")).toHaveLength(2);
  });

  test("keep a space after a label that is too long", () => {
    const row = labelledRow("expected-fail", "x", { indent: 0, width: 4 });

    expect(renderRows([row], plain)).toBe("expected-fail x\n");
  });

  test("leave no space at the end of a line", () => {
    const rows = [emptyRow, plainRow("", 4), labelledRow("", "", { indent: 2, width: 4 })];

    expect(renderRows(rows, plain)).toBe("\n\n\n");
  });

  test("are coloured only on demand", () => {
    const rows = [{ spans: [{ text: "fail", tone: "bad" } as const] }];

    expect(renderRows(rows, plain)).toBe("fail\n");
    expect(renderRows(rows, { ...plain, colorLevel: 1 })).toContain("\u001b[31m");
  });

  test("change their color only where the tone changes", () => {
    const bad = { text: "1 MUST is broken.", tone: "bad" } as const;
    const rows = [{ spans: [{ text: "Not ", tone: "bad" } as const, bad, { text: " Mend it." }] }];
    const text = renderRows(rows, { ...plain, colorLevel: 1 });

    expect(text).toBe("\u001b[31m\u001b[1mNot 1 MUST is broken.\u001b[22m\u001b[39m Mend it.\n");
  });

  test("obey nothing that is in their text", () => {
    const hostile = "\u001b[2J\nPASS\u202e";
    const row = { label: { text: hostile }, labelWidth: 2, spans: [{ text: hostile }] };

    expect(renderRows([row, { ...row, isUnbroken: true }], plain)).toBe(
      `${String.raw`\u{1b}[2J\nPASS\u{202e} \u{1b}[2J\nPASS\u{202e}`}\n`.repeat(2),
    );
  });

  test("are never wider than the terminal", () => {
    const widths = fc.integer({ min: 40, max: 120 });
    fc.assert(
      fc.property(fc.string(), widths, (text, width) => {
        const row = labelledRow("actual:", text, { indent: 3, width: 11 });
        const lines = renderRows([row], { width, colorLevel: 0 }).split("\n");
        return lines.every((line) => line.length <= width && !line.endsWith(" "));
      }),
    );
  });
});
