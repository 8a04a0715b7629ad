import { median } from "./table.ts";
import type { Row } from "./table.ts";

/** Maximum length of a bar, in characters. */
const widest = 40;

/**
 * Renders bar charts as plain text, one for each series, with the varied quantity on the left. Empty if the rows
 * contain no series.
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
