export interface Row {
  readonly name: string;
  /** All measured values; the figure is their median. */
  readonly values: readonly number[];
  readonly unit: string;
  /** Upper bound of the goal. */
  readonly atMost?: number;
  readonly atLeast?: number;
  readonly note?: string;
  /** The total if the figure is a count; such rows are added up if a section was measured in parts. */
  readonly outOf?: number;
  /** Position of the figure in a growth: `watchers`, 100. Growths are also plotted. */
  readonly growth?: { readonly of: string; readonly at: number };
}

/** Column titles. */
export const headings = [
  "measured",
  "median",
  "min to max",
  "goal",
  "figure / goal",
  "note",
] as const;

/** A text table: median, spread, goal, and figure over goal. */
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

/** Rows that miss their goal; a figure that could not be measured misses none. */
export function missed(rows: readonly Row[]): readonly Row[] {
  return rows.filter(({ values, atMost = Infinity, atLeast = -Infinity }) => {
    const figure = median(values);
    return figure > atMost || figure < atLeast;
  });
}

/** The middle value, the mean of the two middle ones for an even count; NaN for none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

export function cellsOf(row: Row): readonly string[] {
  const { name, values, unit, note = "" } = row;
  const figure = median(values);
  const shown = Number.isNaN(figure) ? "-" : `${show(figure)} ${unit}`.trim();
  const spread = `${show(Math.min(...values))} to ${show(Math.max(...values))}`;
  return [name, shown, values.length > 1 ? spread : "", ...goalOf(row, figure), note];
}

function goalOf({ unit, atMost, atLeast }: Row, figure: number): readonly [string, string] {
  const goal = atMost ?? atLeast;
  if (goal === undefined) return ["", ""];
  const words = `${atMost === undefined ? "at least" : "at most"} ${show(goal)} ${unit}`;
  // A goal of zero has no ratio.
  const ratio = goal === 0 || Number.isNaN(figure) ? "" : show(figure / goal);
  return [words.trim(), ratio];
}

function show(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e9) return value.toFixed(0);
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
