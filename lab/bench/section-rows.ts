import type { Row } from "./table.ts";

/** Rows as one line of JSON, sent from the measuring process to the printing one. */
export function writeRows(rows: readonly Row[]): string {
  return JSON.stringify(rows);
}

/** Parses {@link writeRows}. NaN is serialized as null. */
export function readRows(text: string): readonly Row[] {
  const rows: readonly (Omit<Row, "values"> & { values: readonly (number | null)[] })[] =
    JSON.parse(text);
  return rows.map((row) => ({
    ...row,
    values: row.values.map((value) => value ?? Number.NaN),
  }));
}
