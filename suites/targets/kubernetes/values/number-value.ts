import type { JsonObject } from "#contract";
import { numberIn } from "./schema-node.ts";
import type { SchemaNode } from "./schema-node.ts";

export interface NumberMade {
  readonly value: number;
  readonly varies: boolean;
}

/** Generates a number that the schema allows. Avoids zero if possible, because many servers omit zeros. */
export function numberValue(
  { words }: SchemaNode,
  variant: number,
  turn = 0,
): NumberMade | undefined {
  const { step, least, lowest, isAbove, hasZero, admits } = rangeOf(words);
  const start = lowest + (shifts[turn % shifts.length] ?? 0) * step;
  const far = start + farAway * step;
  if (variant > 2 && admits(far)) return { value: far, varies: true };
  const value = start + variant * step;
  if (admits(start + 2 * step)) return { value, varies: true };
  if (hasZero && start === step && variant <= 2 && admits(start + step)) {
    return { value: variant === 2 ? 0 : value, varies: true };
  }
  if (admits(value)) return { value, varies: false };
  if (admits(start)) return { value: start, varies: false };
  return admits(least) && !isAbove ? { value: least, varies: false } : undefined;
}

interface Range {
  readonly step: number;
  readonly least: number;
  /** The first number to try. */
  readonly lowest: number;
  readonly isAbove: boolean;
  readonly hasZero: boolean;
  readonly admits: (value: number) => boolean;
}

function rangeOf(words: JsonObject): Range {
  const step = stepOf(words);
  const least = numberIn(words["minimum"], Math.min(1, numberIn(words["maximum"], 1)));
  const isAbove = words["exclusiveMinimum"] === true;
  const first = Math.max(Math.ceil(least / step) * step, least > 0 ? step : least);
  const lowest = (isAbove && first <= least ? first + step : first) || step;
  const most = numberIn(words["maximum"], Infinity);
  const admits = (value: number): boolean =>
    words["exclusiveMaximum"] === true ? value < most : value <= most;
  const hasZero = words["minimum"] === 0 && !isAbove;
  return { step, least, lowest, isAbove, hasZero, admits };
}

/** Offsets, in steps, to try after a number is rejected: small offsets, and common bounds. */
const shifts = [0, 1, 2, 3, 4, 9, 79, 99, 442, 999, 1_023, 8_079, 29_999] as const;

/** Offset, in steps, for a number that must not be mistaken for a count. */
const farAway = 7_654_321;

function stepOf({ type, multipleOf, minimum, maximum }: JsonObject): number {
  const multiple = numberIn(multipleOf, 0);
  if (multiple > 0) return type === "integer" ? Math.max(1, Math.round(multiple)) : multiple;
  const range = numberIn(maximum, Infinity) - numberIn(minimum, -Infinity);
  const isNarrow = type === "number" && range > 0 && range < leastSteps;
  // A power of two, so that sums of steps are exact.
  return isNarrow ? 2 ** Math.floor(Math.log2(range / leastSteps)) : 1;
}

/** Minimum number of steps between the bounds of a fraction. */
const leastSteps = 8;
