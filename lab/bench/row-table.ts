export interface Row {
  readonly name: string;
  /** All measured values. The figure is their median. */
  readonly values: readonly number[];
  readonly unit: string;
  readonly atMost?: number;
  readonly atLeast?: number;
  readonly note?: string;
  /**
   * The total number of attempts, if the figure is a count. If a section was measured in parts, counts are added up.
   */
  readonly outOf?: number;
  /** The varied quantity and its value, if the figure is part of a series: `watchers`, 100. Series are also plotted. */
  readonly growth?: { readonly of: string; readonly at: number };
}

export const headings = [
  "metric",
  "median",
  "min to max",
  "goal",
  "median / goal",
  "note",
] as const;

export function renderTable(rows: readonly Row[]): string {
  const cells = [headings, ...rows.map((row) => cellsOf(row))];
  const widths = headings.map((_, column) =>
    Math.max(...cells.map((row) => (row[column] ?? "").length)),
  );
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Returns the rows that miss their goal. Omits figures that could not be measured. */
export function missed(rows: readonly Row[]): readonly Row[] {
  return rows.filter(({ values, atMost = Infinity, atLeast = -Infinity }) => {
    const figure = median(values);
    return figure > atMost || figure < atLeast;
  });
}

/**
 * Returns the middle value or, if their number is even, the mean of the two middle values. Returns NaN for an empty
 * list.
 */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

export function cellsOf(row: Row): readonly string[] {
  const { name, values, unit, note = "" } = row;
  const figure = median(values);
  const shown = Number.isNaN(figure) ? "-" : quantity(figure, unit);
  const spread = `${show(Math.min(...values))} to ${show(Math.max(...values))}`;
  return [name, shown, values.length > 1 ? spread : "", ...goalOf(row, figure), note];
}

function goalOf({ unit, atMost, atLeast }: Row, figure: number): readonly [string, string] {
  const goal = atMost ?? atLeast;
  if (goal === undefined) return ["", ""];
  const words = `${atMost === undefined ? "at least" : "at most"} ${quantity(goal, unit)}`;
  // A goal of zero has no ratio.
  const ratio = goal === 0 || Number.isNaN(figure) ? "" : show(figure / goal);
  return [words, ratio];
}

function quantity(value: number, unit: string): string {
  return `${show(value)}${unit === "×" ? "" : " "}${unit}`.trim();
}

function show(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e9) return value.toFixed(0);
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
