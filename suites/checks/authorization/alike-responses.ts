import { isJsonList, isJsonObject } from "#contract";
import type { JsonValue } from "#contract";
import { isSame } from "#harness";
import type { Step } from "#harness";

/** The same request for an object that exists and for one that never existed. */
export interface RequestPair {
  readonly existing: Step;
  readonly missing: Step;
}

/** Whether the decoded responses differ only in what the requests contain. */
export function isSameText(pair: RequestPair): boolean {
  return isSame(textOf(pair, "existing"), textOf(pair, "missing"));
}

/**
 * Whether the bodies differ only in what the requests contain. True if a body is unknown. Top-level extensions and
 * durations are not compared, because servers report there how they executed a request.
 */
export function isSameBody(pair: RequestPair): boolean {
  return isSame(bodyOf(pair, "existing"), bodyOf(pair, "missing"));
}

/**
 * Whether the texts differ only in words that also differ between identical requests, such as request ids and
 * timestamps.
 */
export function isAlikeInConstantWords(rounds: readonly RequestPair[]): boolean {
  const split = (side: Side): readonly (readonly string[])[] =>
    rounds.map((pair) => wordsOf(textOf(pair, side)));
  const [existing, missing] = [split("existing"), split("missing")];
  return haveOneLength([...existing, ...missing]) && areAlike(existing, missing);
}

/** Like {@link isAlikeInConstantWords}, for bodies. Also true if identical requests get bodies of another structure. */
export function areBodiesAlike(rounds: readonly RequestPair[]): boolean {
  const split = (side: Side): readonly (readonly string[])[] =>
    rounds.map((pair) => wordsOf(bodyOf(pair, side) ?? ""));
  const [existing, missing] = [split("existing"), split("missing")];
  if (!haveOneLength(existing) || !haveOneLength(missing)) return true;
  return haveOneLength([...existing, ...missing]) && areAlike(existing, missing);
}

/** Returns the compared part of a body, for a report. */
export function comparedBody(pair: RequestPair, side: Side): JsonValue | undefined {
  const { existing, missing } = pair;
  const { wire } = pair[side];
  if (wire === undefined || existing.wire === undefined || missing.wire === undefined) {
    return undefined;
  }
  const { body } = wire;
  const { extensions: _execution, ...rest } = isJsonObject(body) ? body : { body };
  return withoutRequest(withoutDurations(rest), pair, side);
}

type Side = "existing" | "missing";

function wordsOf(text: string): readonly string[] {
  return text.split(/([^\w-]+)/u);
}

function haveOneLength(texts: readonly (readonly string[])[]): boolean {
  return texts.every(({ length }) => length === texts[0]?.length);
}

function areAlike(
  [one = [], ...ones]: readonly (readonly string[])[],
  [two = [], ...twos]: readonly (readonly string[])[],
): boolean {
  const isVarying = (index: number): boolean =>
    ones.some((again) => again[index] !== one[index]) ||
    twos.some((again) => again[index] !== two[index]);
  return one.every((word, index) => word === two[index] || isVarying(index));
}

function textOf(pair: RequestPair, side: Side): string {
  const outcome: JsonValue = JSON.parse(JSON.stringify(pair[side].outcome));
  return JSON.stringify(withoutRequest(outcome, pair, side));
}

function bodyOf(pair: RequestPair, side: Side): string | undefined {
  const body = comparedBody(pair, side);
  return body === undefined ? undefined : JSON.stringify(body);
}

/**
 * Replaces what only this one of the two requests contains: the name of its object, in any form, and its uid. A caller
 * who gets back what it sent learns nothing.
 */
function withoutRequest(value: JsonValue, pair: RequestPair, side: Side): JsonValue {
  const { command } = pair[side];
  const other = scalarsIn(pair[side === "existing" ? "missing" : "existing"].wire?.variables);
  const name = command.verb === "list" ? undefined : command.key.name;
  const sent = scalarsIn(pair[side].wire?.variables)
    .map((text, index) => ({ text, shown: `<sent ${index}>` }))
    .filter(({ text }, index) => text !== "" && text !== other[index])
    .toSorted((left, right) => right.text.length - left.text.length);
  const withoutSent = (text: string): string => {
    const named = name === undefined ? text : text.replaceAll(name, "<name>");
    return sent.reduce((rest, one) => replacedAsWord(rest, one.text, one.shown), named);
  };
  return inEachScalar(value, withoutSent);
}

/** Replaces a text except inside a longer word or number. */
function replacedAsWord(text: string, word: string, by: string): string {
  const [first = "", ...others] = text.split(word);
  let shown = first;
  let before = first;
  for (const after of others) {
    const isInside = /[\p{L}\p{N}]$/u.test(before) || /^[\p{L}\p{N}]/u.test(after);
    shown += (isInside ? word : by) + after;
    before = after;
  }
  return shown;
}

/** Changes each string and number, a number only if its whole text changes. */
function inEachScalar(value: JsonValue, change: (text: string) => string): JsonValue {
  if (typeof value === "string") return change(value);
  if (typeof value === "number") {
    const changed = change(String(value));
    return changed === String(value) ? value : changed;
  }
  if (isJsonList(value)) return value.map((item) => inEachScalar(item, change));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, below]) => [change(key), inEachScalar(below, change)]),
  );
}

function scalarsIn(value: JsonValue | undefined): readonly string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  if (isJsonList(value)) return value.flatMap(scalarsIn);
  return isJsonObject(value) ? Object.values(value).flatMap(scalarsIn) : [];
}

const duration = /duration|elapsed|latency|took|millis|micros|nanos/iu;

function withoutDurations(value: JsonValue): JsonValue {
  if (isJsonList(value)) return value.map(withoutDurations);
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => !duration.test(name));
  return Object.fromEntries(kept.map(([name, below]) => [name, withoutDurations(below)]));
}
