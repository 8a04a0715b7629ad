/** One line of the table: a figure, and the goal that it is held against. */
export interface Row {
  readonly name: string;
  /** All measured values; the median is the figure. */
  readonly values: readonly number[];
  readonly unit: string;
  /** The figure should be at most this. */
  readonly atMost?: number;
  readonly note?: string;
}

/** The table as text: median, spread, goal, and figure over goal. */
export function renderTable(rows: readonly Row[]): string {
  const cells = [
    ["measured", "median", "min to max", "goal", "figure / goal", ""],
    ...rows.map((row) => cellsOf(row)),
  ];
  const widths =
    cells[0]?.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? "").length))) ?? [];
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Rows whose figure misses its goal. */
export function missed(rows: readonly Row[]): readonly Row[] {
  return rows.filter((row) => row.atMost !== undefined && median(row.values) > row.atMost);
}

/** The middle value, the mean of the two middle ones for an even count; NaN for none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

function cellsOf(row: Row): readonly string[] {
  const { name, values, unit, atMost, note = "" } = row;
  const figure = median(values);
  const spread = `${show(Math.min(...values))} to ${show(Math.max(...values))}`;
  const goal = atMost === undefined ? "" : `at most ${show(atMost)} ${unit}`;
  const ratio = atMost === undefined ? "" : show(figure / atMost);
  return [name, `${show(figure)} ${unit}`, values.length > 1 ? spread : "", goal, ratio, note];
}

function show(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
