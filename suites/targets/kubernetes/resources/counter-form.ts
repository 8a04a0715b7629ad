import { isJsonList, isJsonObject } from "#contract";
import type { JsonValue } from "#contract";

export interface CounterForm {
  readonly member: string;
  /** A value of the property that contains a count, used as a template. */
  readonly template: JsonValue;
  /** The path of the count in the template: property names and indexes. Empty for the whole value. */
  readonly path: readonly (number | string)[];
  readonly writing: CountWriting;
}

export type CountWriting =
  | { readonly kind: "number"; readonly offset: number }
  /** A timestamp: the count is the number of seconds after a time. */
  | { readonly kind: "time" }
  /** A decimal number with prefix and suffix, padded with zeros to a fixed width. */
  | {
      readonly kind: "text";
      readonly before: string;
      readonly after: string;
      readonly width: number;
    };

/** One year after the timestamps in samples, so that no sample is mistaken for a count. */
const startMs = Date.UTC(2025, 0, 1);

/** Maximum count that is written as a timestamp, in seconds after the start time. */
const farthest = 10_000_000;

/** The lowest number, relative to an offset, that is read as a count. */
const leastCount = -1_000;

export function writtenCount(form: CounterForm, count: number): JsonValue {
  return replacedAt(form.template, form.path, textOf(form.writing, count));
}

export function readCount(form: CounterForm, value: JsonValue | undefined): number | undefined {
  const leaf = valueAt(value, form.path);
  const count = leaf === undefined ? undefined : countIn(form.writing, leaf);
  return count !== undefined && isSameJson(value, writtenCount(form, count)) ? count : undefined;
}

function textOf(writing: CountWriting, count: number): JsonValue {
  switch (writing.kind) {
    case "number":
      return count + writing.offset;
    case "time":
      return new Date(startMs + count * 1_000).toISOString().replace(".000Z", "Z");
    case "text":
      return `${writing.before}${String(count).padStart(writing.width, "0")}${writing.after}`;
  }
}

function countIn(writing: CountWriting, leaf: JsonValue): number | undefined {
  if (writing.kind === "number") {
    if (typeof leaf !== "number") return undefined;
    const count = leaf - writing.offset;
    return writing.offset > 0 && count < leastCount ? undefined : count;
  }
  if (typeof leaf !== "string") return undefined;
  if (writing.kind === "time") {
    const ms = Date.parse(leaf);
    const seconds = (ms - startMs) / 1_000;
    return Math.abs(seconds) <= farthest ? seconds : undefined;
  }
  const { before, after } = writing;
  if (!leaf.startsWith(before) || !leaf.endsWith(after)) return undefined;
  const digits = leaf.slice(before.length, leaf.length - after.length);
  return /^-?\d+$/u.test(digits) ? Number(digits) : undefined;
}

function replacedAt(
  value: JsonValue,
  [step, ...rest]: readonly (number | string)[],
  leaf: JsonValue,
): JsonValue {
  if (step === undefined) return leaf;
  if (isJsonList(value)) {
    return value.map((item, index) => (index === step ? replacedAt(item, rest, leaf) : item));
  }
  if (!isJsonObject(value)) return value;
  return { ...value, [step]: replacedAt(value[step] ?? null, rest, leaf) };
}

function valueAt(
  value: JsonValue | undefined,
  path: readonly (number | string)[],
): JsonValue | undefined {
  let at = value;
  for (const step of path) {
    if (isJsonList(at)) at = typeof step === "number" ? at[step] : undefined;
    else at = isJsonObject(at) && typeof step === "string" ? at[step] : undefined;
  }
  return at;
}

export function isSameJson(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  if (isJsonList(left) && isJsonList(right)) {
    return (
      left.length === right.length && left.every((item, index) => isSameJson(item, right[index]))
    );
  }
  if (!isJsonObject(left) || !isJsonObject(right)) return left === right;
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && isSameJson(left[name], right[name]))
  );
}
