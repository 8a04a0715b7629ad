import type { Row } from "./table.ts";

/** Rows as one line of text, from the process that measured to the one that prints. */
export function writeRows(rows: readonly Row[]): string {
  return JSON.stringify(rows);
}

/** Reads what {@link writeRows} wrote. A figure that was no number comes as null. */
export function readRows(text: string): readonly Row[] {
  const rows: readonly (Omit<Row, "values"> & { values: readonly (number | null)[] })[] =
    JSON.parse(text);
  return rows.map((row) => ({
    ...row,
    values: row.values.map((value) => value ?? Number.NaN),
  }));
}
