import { median } from "./table.ts";
import type { Row } from "./table.ts";

/** The figures of a bench: rows by section. */
export type Measured = ReadonlyMap<string, readonly Row[]>;

/** A figure that was measured twice. */
export interface Compared {
  readonly section: string;
  readonly name: string;
  readonly unit: string;
  readonly before: number;
  readonly after: number;
  /** `same` also where the change is within the noise, or where nobody can say which direction is better. */
  readonly change: "same" | "better" | "worse";
}

/** Smaller changes are not told, however steady: where code lies in memory makes as much. */
const leastChange = 0.05;

/** The same where something was measured only once or twice, so that nobody knows how it varies. */
const leastChangeOnce = 0.25;

/** So many values tell how something varies. */
const enoughValues = 3;

/**
 * Holds the figures of two runs against each other, row by row. A change counts when no value of one run lies
 * among those of the other, and when the medians differ by more than 5 %, or 25 % where there are few
 * values. Rows that only one run has are omitted.
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
  const least = isOften ? leastChange : leastChangeOnce;
  return overlap || Math.abs(current - old) <= least * Math.abs(old);
}

/** Times and sizes are better small, speeds large. Of other units the goal says it; without one nobody can. */
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

/** What has changed, one line each, the worse first; and the count of what has not. */
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
