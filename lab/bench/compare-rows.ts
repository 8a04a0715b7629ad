import { median } from "./row-table.ts";
import type { Row } from "./row-table.ts";

export type Measured = ReadonlyMap<string, readonly Row[]>;

export interface Compared {
  readonly section: string;
  readonly name: string;
  readonly unit: string;
  readonly before: number;
  readonly after: number;
  /** `same` also means a change within the noise, or a change in a figure that has no better direction. */
  readonly change: "same" | "better" | "worse";
}

/** Threshold for relative changes. The placement of code in memory can cause smaller ones, so they are ignored. */
const minChange = 0.05;

/** Threshold for relative changes in figures with few values, whose variance is unknown. */
const minChangeOnce = 0.25;

/** Minimum number of values for which the variance counts as known. */
const enoughValues = 3;

/**
 * Compares the rows of two runs. A change counts if the ranges of the values do not overlap and the medians differ by
 * more than 5 %, or by more than 25 % if there are few values. Skips rows that one of the runs did not measure.
 */
export function compareRows(before: Measured, after: Measured): readonly Compared[] {
  return [...after].flatMap(([section, rows]) => {
    const known = new Map((before.get(section) ?? []).map((row) => [row.name, row]));
    return rows.flatMap((row): readonly Compared[] => {
      const old = known.get(row.name);
      if (old === undefined || !isMeasured(old) || !isMeasured(row)) return [];
      const figures = { before: median(old.values), after: median(row.values) };
      const change = changeOf(old, row);
      return [{ section, name: row.name.trim(), unit: row.unit, ...figures, change }];
    });
  });
}

function isMeasured({ values }: Row): boolean {
  return values.length > 0 && values.every((value) => Number.isFinite(value));
}

function changeOf(before: Row, after: Row): Compared["change"] {
  const direction = directionOf(after);
  if (direction === undefined || isWithinNoise(before, after)) return "same";
  const isMore = median(after.values) > median(before.values);
  return isMore === (direction === "more is better") ? "better" : "worse";
}

function isWithinNoise({ values: before }: Row, { values: after }: Row): boolean {
  const overlap =
    Math.min(...after) <= Math.max(...before) && Math.min(...before) <= Math.max(...after);
  const [old, current] = [median(before), median(after)];
  const isOften = Math.min(before.length, after.length) >= enoughValues;
  const least = isOften ? minChange : minChangeOnce;
  return overlap || Math.abs(current - old) <= least * Math.abs(old);
}

/**
 * Returns the better direction: that of the goal or, without a goal, lower for times and sizes and higher for rates. It
 * is unknown for other units.
 */
function directionOf({
  unit,
  atLeast,
  atMost,
}: Row): "more is better" | "less is better" | undefined {
  if (atLeast !== undefined) return "more is better";
  if (atMost !== undefined) return "less is better";
  if (/(?:\/s|per s)$/u.test(unit)) return "more is better";
  return ["ms", "µs", "microseconds", "ns", "MiB", "bytes"].includes(unit)
    ? "less is better"
    : undefined;
}

export function renderComparison(compared: readonly Compared[]): string {
  const linesOf = (change: Compared["change"]): readonly string[] =>
    compared.filter((one) => one.change === change).map(describe);
  const same = linesOf("same").length;
  return [
    ...linesOf("worse"),
    ...linesOf("better"),
    `unchanged: ${same} of ${compared.length}`,
  ].join("\n");
}

function describe({ section, name, unit, before, after, change }: Compared): string {
  const percent = `${((after / before - 1) * 100).toFixed(0)} %`;
  const from = `${before.toPrecision(3)} to ${after.toPrecision(3)} ${unit}`.trim();
  return `${change}: ${section}: ${name}: ${from} (${percent})`;
}
