import type { Row } from "./row-table.ts";

/** Serializes rows as a single line of JSON. The measuring process sends it to the printing process. */
export function writeRows(rows: readonly Row[]): string {
  return JSON.stringify(rows);
}

/** Parses the output of {@link writeRows}, in which null represents NaN. */
export function readRows(text: string): readonly Row[] {
  const rows: readonly (Omit<Row, "values"> & { values: readonly (number | null)[] })[] =
    JSON.parse(text);
  return rows.map((row) => ({
    ...row,
    values: row.values.map((value) => value ?? Number.NaN),
  }));
}
