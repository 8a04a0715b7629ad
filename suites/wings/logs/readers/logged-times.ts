import type { JsonValue } from "#contract";

/** A moment or a duration as logged, in milliseconds. */
export interface LoggedTime {
  readonly ms: number;
  /** The unit of the last logged digit. The exact value differs from `ms` by less than this. */
  readonly resolutionMs: number;
}

/** Units of durations, in milliseconds. */
export const durationUnits = { ns: 1e-6, us: 1e-3, ms: 1, s: 1_000 } as const;

export type DurationUnit = keyof typeof durationUnits;

const unitNames: ReadonlyMap<string, number> = new Map([
  ...Object.entries(durationUnits),
  ["µs", durationUnits.us],
  ["μs", durationUnits.us],
  ["m", 60_000],
  ["h", 3_600_000],
]);

/**
 * Reads a moment: a date in ISO 8601 or RFC 1123, the time of Apache's log format, or a number of seconds, milliseconds,
 * microseconds or nanoseconds since 1970. The unit of a number follows from its size: the value is after 1973.
 */
export function momentIn(value: JsonValue | undefined): LoggedTime | undefined {
  const text = textOf(value);
  if (text === undefined) return undefined;
  const decimal = decimalIn(text);
  if (decimal !== undefined) return inUnit(decimal, unitOfMoment(decimal.number));
  const date = isoOf(text);
  const ms = Date.parse(date);
  if (Number.isNaN(ms)) return undefined;
  const digits = /:\d\d\.(?<fraction>\d+)/u.exec(date)?.groups?.["fraction"] ?? "";
  // A Date has no digits after the milliseconds.
  const rest = digits.length > 3 ? Number(`0.${digits.slice(3)}`) : 0;
  return { ms: ms + rest, resolutionMs: 1_000 / 10 ** digits.length };
}

/**
 * Reads a duration: a number in the given unit, or a text with units such as `1.5ms` or `1m2.5s`. Returns undefined if it
 * is absent, negative, or has no unit.
 */
export function durationIn(
  value: JsonValue | undefined,
  unit: DurationUnit | undefined,
): LoggedTime | undefined {
  const text = textOf(value);
  if (text === undefined || text.startsWith("-")) return undefined;
  const decimal = decimalIn(text);
  if (decimal !== undefined) {
    return unit === undefined ? undefined : inUnit(decimal, durationUnits[unit]);
  }
  const parts = [...text.matchAll(/(?<number>\d+(?:\.\d+)?) ?(?<unit>[a-zµμ]+)/gu)].flatMap(
    ({ groups = {} }) => partOf(groups),
  );
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  if (parts.length === 0 || length !== text.length) return undefined;
  return {
    ms: parts.reduce((sum, { ms }) => sum + ms, 0),
    resolutionMs: Math.min(...parts.map(({ resolutionMs }) => resolutionMs)),
  };
}

/** Returns the unit that the name of a field states, as in `took_ms`, `durationSeconds` or `latency.us`. */
export function unitInName(path: string): DurationUnit | undefined {
  const words = path
    .replaceAll(/(?<=[a-z])(?=[A-Z])/gu, " ")
    .toLowerCase()
    .split(/[^a-zµ]+/u);
  const word = words.findLast((one) => one !== "") ?? "";
  return Object.entries(namesOfUnits).flatMap(([unit, names]) =>
    names.includes(word) ? durationUnitOf(unit) : [],
  )[0];
}

export function durationUnitOf(text: string): readonly DurationUnit[] {
  return text === "ns" || text === "us" || text === "ms" || text === "s" ? [text] : [];
}

const namesOfUnits: Readonly<Record<DurationUnit, readonly string[]>> = {
  ns: ["ns", "nanos", "nanosecond", "nanoseconds"],
  us: ["us", "µs", "micros", "microsecond", "microseconds"],
  ms: ["ms", "millis", "msec", "msecs", "millisecond", "milliseconds"],
  s: ["s", "sec", "secs", "second", "seconds"],
};

interface Decimal {
  readonly number: number;
  readonly digits: number;
}

function textOf(value: JsonValue | undefined): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" ? value.trim() : undefined;
}

function decimalIn(text: string): Decimal | undefined {
  const match = /^\d+(?:\.(?<fraction>\d+))?(?:e(?<exponent>[+-]\d+))?$/u.exec(text);
  if (match === null) return undefined;
  const { fraction = "", exponent = "0" } = match.groups ?? {};
  return { number: Number(text), digits: fraction.length - Number(exponent) };
}

function inUnit({ number, digits }: Decimal, unitMs: number): LoggedTime {
  const resolutionMs = unitMs / 10 ** Math.max(0, digits);
  const ms = number * unitMs;
  // A double may not hold all digits.
  return { ms, resolutionMs: Math.max(resolutionMs, Math.abs(ms) * Number.EPSILON) };
}

function unitOfMoment(number: number): number {
  if (number < 1e11) return durationUnits.s;
  if (number < 1e14) return durationUnits.ms;
  return number < 1e17 ? durationUnits.us : durationUnits.ns;
}

const apache =
  /^\[?(?<day>\d\d)\/(?<month>[A-Z][a-z]{2})\/(?<year>\d{4}):(?<time>[\d:.]+) (?<zone>[+-]\d{4})\]?$/u;

/** Rewrites a time of Apache or with a decimal comma so that `Date.parse` reads it. */
function isoOf(text: string): string {
  const { day, month, year, time, zone } = apache.exec(text)?.groups ?? {};
  if (day !== undefined) return `${day} ${month} ${year} ${time} ${zone}`;
  return text.replace(/(?<=:\d\d),(?=\d)/u, ".");
}

function partOf({
  number = "",
  unit = "",
}: Readonly<Record<string, string | undefined>>): readonly (LoggedTime & { length: number })[] {
  const unitMs = unitNames.get(unit);
  const decimal = decimalIn(number);
  if (unitMs === undefined || decimal === undefined) return [];
  return [{ ...inUnit(decimal, unitMs), length: number.length + unit.length }];
}
