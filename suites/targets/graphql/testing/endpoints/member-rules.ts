import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { refuse } from "./object-store.ts";

export type Rule = (value: JsonValue) => boolean;

/** Throws `INVALID` with every unknown or invalid field. */
export function checkMembers(
  what: string,
  members: JsonObject,
  rules: Readonly<Record<string, Rule>>,
): void {
  const wrong = Object.entries(members)
    .filter(([name, value]) => !Object.hasOwn(rules, name) || rules[name]?.(value) === false)
    .map(([name]) => ({ field: `${what}.${name}`, message: `${name} is not valid` }));
  if (wrong.length > 0) {
    throw refuse("INVALID", wrong.map(({ message }) => message).join(", "), { causes: wrong });
  }
}

export const isText: Rule = (value) => typeof value === "string" && value.length < 1000;

export const isCount: Rule = (value) => Number.isInteger(value) && Number(value) >= 0;

export function oneOf(...words: readonly string[]): Rule {
  return (value) => typeof value === "string" && words.includes(value);
}

export function membersOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? { ...value } : {};
}

export function withoutNulls(members: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
}

/** Throws `INVALID` if a value is not a list of standard conditions with the given status values. */
export function checkConditions(
  conditions: JsonValue,
  words: readonly string[],
  isTime: (text: string) => boolean,
): void {
  if (!Array.isArray(conditions)) throw invalid("status.conditions");
  const types = new Set<JsonValue>();
  const rules: Readonly<Record<string, (value: JsonValue | undefined) => boolean>> = {
    type: (value) => isMatch(value, qualifiedName) && value !== undefined && !types.has(value),
    status: (value) => typeof value === "string" && words.includes(value),
    reason: (value) => isMatch(value, word),
    message: (value) => value === undefined || isMatch(value, /^[^]{0,32768}$/u),
    lastTransitionTime: (value) => typeof value === "string" && isTime(value),
    observedGeneration: (value) => value === undefined || isCount(value),
  };
  for (const [index, condition] of conditions.entries()) {
    const at = `status.conditions[${index}]`;
    if (!isJsonObject(condition)) throw invalid(at);
    const names = new Set([...Object.keys(rules), ...Object.keys(condition)]);
    const broken = [...names].find((name) => rules[name]?.(condition[name]) !== true);
    if (broken !== undefined) throw invalid(`${at}.${broken}`);
    types.add(condition["type"] ?? null);
  }
}

function isMatch(value: JsonValue | undefined, pattern: RegExp): boolean {
  return typeof value === "string" && pattern.test(value);
}

function invalid(field: string): Error {
  const message = `${field} is not valid`;
  return refuse("INVALID", message, { causes: [{ field, message }] });
}

const qualifiedName =
  /^([a-z0-9]([a-z0-9.-]*[a-z0-9])?\/)?([A-Za-z0-9][A-Za-z0-9_.-]{0,61})?[A-Za-z0-9]$/u;
const word = /^(?=.{1,1024}$)[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$/u;
