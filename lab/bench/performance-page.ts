import { readFileSync, writeFileSync } from "node:fs";
import { markdownTable } from "#reports";
import { fileURLToPath } from "node:url";
import { cellsOf, headings, median } from "./row-table.ts";
import type { Row } from "./row-table.ts";

/** Maximum length of a bar, in characters. */
const widest = 40;

/**
 * Renders a plain-text bar chart for each series, with the varied quantity on the left. Returns an empty string if the
 * rows contain no series.
 */
export function plotsOf(rows: readonly Row[]): string {
  const growths = new Set(rows.flatMap(({ growth }) => (growth === undefined ? [] : [growth.of])));
  return [...growths]
    .map((of) =>
      plotOf(
        of,
        rows.filter(({ growth }) => growth?.of === of),
      ),
    )
    .join("\n\n");
}

function plotOf(of: string, rows: readonly Row[]): string {
  const drawn = rows.filter(({ values }) => Number.isFinite(median(values)));
  const most = Math.max(...drawn.map(({ values }) => median(values)));
  const heads = drawn.map(({ growth }) => String(growth?.at ?? ""));
  const headWidth = Math.max(of.length, ...heads.map((head) => head.length));
  const lines = drawn.map(({ values, unit }, index) => {
    const figure = median(values);
    const bar = "█".repeat(Math.max(1, Math.round((figure / most) * widest)));
    return `${(heads[index] ?? "").padStart(headWidth)} ${bar} ${figure.toPrecision(3)} ${unit}`;
  });
  return ["```text", of.padStart(headWidth), ...lines, "```"].join("\n");
}

const page = fileURLToPath(new URL("../../docs/performance.md", import.meta.url));

export function updatePage(measured: ReadonlyMap<string, readonly Row[]>, machine: string): void {
  let text = readFileSync(page, "utf8");
  for (const [name, rows] of measured) {
    text = replaceBetween(text, name, contentOf(rows, machine));
  }
  writeFileSync(page, text);
}

function contentOf(rows: readonly Row[], machine: string): string {
  return [`Measured on ${machine}.`, tableOf(rows), plotsOf(rows)].filter(Boolean).join("\n\n");
}

/**
 * Replaces the content between the markers that contain `name`.
 *
 * @throws RangeError if the page lacks these markers. Otherwise, a missing figure would go unnoticed.
 */
export function replaceBetween(text: string, name: string, content: string): string {
  const [begin, end] = [`<!-- begin: ${name} -->`, `<!-- end: ${name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new RangeError(`the page has no markers for ${name}`);
  return `${text.slice(0, from + begin.length)}\n\n${content}\n\n${text.slice(to)}`;
}

export function tableOf(rows: readonly Row[]): string {
  const cells = rows.map((row) => cellsOf(row).map((cell) => cell.trim().replaceAll("|", "\\|")));
  return markdownTable(headings, cells);
}
