import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { holdersNaming, plainName, valueAt } from "./nested-repairs.ts";
import type { FieldPath } from "./nested-repairs.ts";

/** The required order of two fields of one object: `toFloor must be above fromFloor`. */
export interface FieldOrder {
  readonly member: string;
  readonly within: FieldPath;
  readonly other: string;
  readonly isAbove: boolean;
}

/**
 * Finds the order of two fields that a message requires, if a sample has comparable values for both.
 *
 * @param place The field that the response names, if any.
 */
export function fieldOrderIn(
  text: string,
  sample: JsonObject,
  place: { readonly member: string; readonly within?: FieldPath } | undefined,
): FieldOrder | undefined {
  const { index, groups } = comparison.exec(text) ?? {};
  if (index === undefined || groups === undefined) return undefined;
  const named = plainName((groups["other"] ?? "").split(".").at(-1) ?? "");
  const before = new Set(
    text
      .slice(0, index)
      .split(/[^\p{L}\p{N}_]+/u)
      .map(plainName),
  );
  for (const within of holdersNaming(sample, named)) {
    const holder = within.length === 0 ? sample : firstObjectAt(sample, within);
    const names = Object.keys(holder);
    const other = names.find((name) => plainName(name) === named) ?? "";
    const member = names.find(
      (name) =>
        name !== other &&
        (before.has(plainName(name)) ||
          (name === place?.member && (place.within ?? []).join(".") === within.join("."))),
    );
    if (member === undefined || shifted(holder[other], 1) === undefined) continue;
    const isNegated = groups["not"] !== undefined;
    return { member, within, other, isAbove: (groups["above"] !== undefined) !== isNegated };
  }
  return undefined;
}

/** Returns a value that satisfies the order. Undefined unless the other field is a number or a date. */
export function orderedValue(holder: JsonObject, order: FieldOrder): JsonValue | undefined {
  return shifted(holder[order.other], order.isAbove ? 1 : -1);
}

const comparison =
  /(?:\b(?<not>not|never|cannot)\s+(?:be\s+)?)?(?:(?<above>above|over|after|later|greater|larger|higher|longer|more|bigger|exceeds?|follows?|>=?|at least)|below|under|before|earlier|less|lower|smaller|shorter|fewer|precedes?|<=?|at most)(?:\s+(?:than|or|equal|to|the|of|value))*\s+["'`]?(?<other>[A-Za-z_][\w.]*)/iu;

function shifted(value: JsonValue | undefined, sign: 1 | -1): JsonValue | undefined {
  if (typeof value === "number") return value + sign;
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\d/u.test(value)) return undefined;
  const time = Date.parse(value);
  if (Number.isNaN(time)) return undefined;
  const moved = new Date(time + sign * millisecondsPerDay).toISOString();
  return value.length === dateLength ? moved.slice(0, dateLength) : moved.replace(".000Z", "Z");
}

const millisecondsPerDay = 86_400_000;

const dateLength = "2024-01-01".length;

function firstObjectAt(sample: JsonObject, path: FieldPath): JsonObject {
  const value = valueAt(sample, path);
  const first: JsonValue | undefined = Array.isArray(value) ? value[0] : value;
  return isJsonObject(first) ? first : {};
}
