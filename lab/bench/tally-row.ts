import type { Row } from "./row-table.ts";

export interface Tally {
  readonly name: string;
  readonly count: number;
  readonly of: number;
  readonly least: number;
  readonly note?: string;
}

export function tally({ name, count, of, least, note = "" }: Tally): Row {
  return { name, values: [count], unit: `of ${of}`, atLeast: least, outOf: of, note };
}

/**
 * Adds the counts of two rows that measure the same quantity in different shards of a section. Returns undefined if a
 * row is not a count.
 */
export function addTallies(left: Row, right: Row): Row | undefined {
  if (left.outOf === undefined || right.outOf === undefined) return undefined;
  return tally({
    name: left.name,
    count: sumOf([...left.values, ...right.values]),
    of: left.outOf + right.outOf,
    least: (left.atLeast ?? 0) + (right.atLeast ?? 0),
    note: [left.note, right.note].filter(Boolean).join(", "),
  });
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
