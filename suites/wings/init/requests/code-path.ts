import type { JsonValue } from "#contract";
import { isFieldName } from "./error-details.ts";
import { errorOf, leavesOf, listedLeavesOf, usualCode } from "../schema/error-fields.ts";
import type { ProvokedRefusal } from "../schema/error-fields.ts";

/**
 * Returns the paths in errors whose values differ even between errors for the same reason, such as the current version.
 */
export function unsteadyPaths(refusals: readonly ProvokedRefusal[]): ReadonlySet<string> {
  const found = new Map<string, SignWords>();
  for (const { reason, exchange } of refusals) {
    for (const [path, value] of leavesOf(errorOf(exchange))) {
      const words = found.get(path) ?? new Map<string, readonly string[]>();
      words.set(reason, [...(words.get(reason) ?? []), JSON.stringify(value)]);
      found.set(path, words);
    }
  }
  const unsteady = [...found].filter(([, words]) => !isSteady(words));
  return new Set(unsteady.map(([path]) => path));
}

/**
 * Finds the path of the code in errors, if it is not the common one. The value of a code depends on the reason, but not
 * on the request. Undefined for the common path, or if there is no code.
 */
export function codePath(refusals: readonly ProvokedRefusal[]): string | undefined {
  const hasUsual = refusals.some(({ exchange }) => {
    const usual = leavesOf(errorOf(exchange)).get(usualCode);
    return typeof usual === "string" && usual !== "INTERNAL_SERVER_ERROR";
  });
  if (hasUsual) return undefined;
  const steady = steadyWords(refusals, leavesOf);
  return steadiest(steady) ?? namedAmong(steady) ?? numberedPath(refusals) ?? listedPath(refusals);
}

/** Finds the path of codes in a list of errors inside the error, if nearly every error has such a list. */
function listedPath(refusals: readonly ProvokedRefusal[]): string | undefined {
  const steady = steadyWords(refusals, listedLeavesOf);
  const common = steady.filter(([, words]) => coverageOf(words) * 2 > refusals.length);
  return steadiest(common);
}

function steadyWords(
  refusals: readonly ProvokedRefusal[],
  leaves: typeof leavesOf,
): readonly (readonly [string, SignWords])[] {
  const found = new Map<string, SignWords>();
  for (const { reason, exchange } of refusals) {
    for (const [path, value] of leaves(errorOf(exchange))) {
      if (typeof value !== "string" || !(isSign(value) || isProblemType(value))) continue;
      if (isFieldName(path, value)) continue;
      const words = found.get(path) ?? new Map<string, readonly string[]>();
      words.set(reason, [...(words.get(reason) ?? []), value]);
      found.set(path, words);
    }
  }
  return [...found].filter(([, words]) => isSteady(words));
}

/**
 * Finds the path of codes that are numbers, such as 1045: the numbers differ between all reasons, and recur in errors
 * for the same reason. HTTP statuses are recognized without a path, and versions depend on the object.
 */
function numberedPath(refusals: readonly ProvokedRefusal[]): string | undefined {
  const found = new Map<string, SignWords>();
  const others = new Set<string>();
  for (const { reason, exchange, current } of refusals) {
    for (const [path, value] of leavesOf(errorOf(exchange))) {
      const number = typeof value === "number" ? String(value) : "";
      if (number === "" || number.includes(".") || isSign(value) || number === current) {
        others.add(path);
      }
      const words = found.get(path) ?? new Map<string, readonly string[]>();
      words.set(reason, [...(words.get(reason) ?? []), number]);
      found.set(path, words);
    }
  }
  const codes = [...found].filter(
    ([path, words]) =>
      !others.has(path) && words.size >= fewestCodes && isApart(words) && isRecurring(words),
  );
  return codes.toSorted(([, one], [, other]) => coverageOf(other) - coverageOf(one))[0]?.[0];
}

/** Whether errors for a same reason never have only different values. */
function isRecurring(words: SignWords): boolean {
  return [...words.values()].every((each) => each.length === 1 || new Set(each).size < each.length);
}

function steadiest(steady: readonly (readonly [string, SignWords])[]): string | undefined {
  const apart = steady
    .filter(([, words]) => words.size > 1 && distinctIn(words) >= words.size && isApart(words))
    .toSorted(([, one], [, other]) => coverageOf(other) - coverageOf(one))[0];
  // A code may cover several reasons, such as unauthenticated and forbidden.
  const [coarse] = steady
    .filter(([, words]) => distinctIn(words) >= fewestCodes)
    .toSorted(([, one], [, other]) => distinctIn(other) - distinctIn(one));
  // If only some errors have a code, it is a detail of the code that all errors have.
  const isDetail =
    apart !== undefined && coarse !== undefined && coverageOf(coarse[1]) > coverageOf(apart[1]);
  return (isDetail ? coarse : (apart ?? coarse))?.[0];
}

/**
 * If errors for only one reason are GraphQL errors, or if hidden objects share the code of missing ones, only the name
 * of the field identifies the code.
 */
function namedAmong(steady: readonly (readonly [string, SignWords])[]): string | undefined {
  return steady.find(([path]) => /(?:^|\.)(?:code|(?:error_?)?type)$/iu.test(path))?.[0];
}

/** Returns the value at the path of codes. */
export function codeIn({ exchange }: ProvokedRefusal, codeAt: string): JsonValue | undefined {
  return listedLeavesOf(errorOf(exchange)).get(codeAt);
}

function coverageOf(words: SignWords): number {
  return [...words.values()].reduce((sum, { length }) => sum + length, 0);
}

export type SignWords = Map<string, readonly string[]>;

/**
 * A path with at least this many different values is the path of codes, even if one value is used for several reasons.
 */
const fewestCodes = 3;

/** Whether no value is used for two reasons. */
export function isApart(words: SignWords): boolean {
  const sets = [...words.values()].map((each) => new Set(each));
  return sets.reduce((sum, { size }) => sum + size, 0) === distinctIn(words);
}

function distinctIn(words: SignWords): number {
  return new Set([...words.values()].flat()).size;
}

/** Whether a value recurs in errors for the same reason, or no reason recurs. A request ID differs each time. */
function isSteady(words: SignWords): boolean {
  const repeated = [...words.values()].filter(({ length }) => length > 1);
  return repeated.length === 0 || repeated.some((each) => new Set(each).size < each.length);
}

/**
 * Whether a value is an identifier or an HTTP error status. A string with spaces is a message, and a long string is a
 * stack trace.
 */
export function isSign(value: JsonValue | undefined): value is number | string {
  return (
    (typeof value === "string" && /^[\w.-]{2,60}$/u.test(value)) ||
    (typeof value === "number" && value >= 400 && value < 600)
  );
}

/**
 * Whether a value is a URI, the form of problem types in RFC 9457. A timestamp is not a URI, because it starts with a
 * digit.
 */
function isProblemType(value: string): boolean {
  return /^(?:[a-z][a-z\d+.-]*:|\/)[^\s]{2,200}$/iu.test(value);
}
