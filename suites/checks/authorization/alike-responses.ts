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
  return isAlikeInAnyForm((form) => isSame(...wordsIn(pair, textOf, form)));
}

/**
 * Whether the bodies differ only in what the requests contain. True if a body is unknown. Top-level extensions and
 * durations are not compared, because servers report there how they executed a request.
 */
export function isSameBody(pair: RequestPair): boolean {
  return isAlikeInAnyForm((form) => isSame(...wordsIn(pair, bodyOf, form)));
}

/**
 * Whether the texts differ only in words that also differ between identical requests, such as request ids and
 * timestamps.
 */
export function isAlikeInConstantWords(rounds: readonly RequestPair[]): boolean {
  return isAlikeInAnyForm((form) => {
    const [existing, missing] = sidesOf(rounds, textOf, form);
    return haveOneLength([...existing, ...missing]) && areAlike(existing, missing);
  });
}

/** Like {@link isAlikeInConstantWords}, for bodies. Also true if identical requests get bodies of another structure. */
export function areBodiesAlike(rounds: readonly RequestPair[]): boolean {
  const isStable = isAlikeInAnyForm((form) => sidesOf(rounds, bodyOf, form).every(haveOneLength));
  return (
    !isStable ||
    isAlikeInAnyForm((form) => {
      const [existing, missing] = sidesOf(rounds, bodyOf, form);
      return haveOneLength([...existing, ...missing]) && areAlike(existing, missing);
    })
  );
}

/** Returns the compared part of a body, for a report. */
export function comparedBody(
  pair: RequestPair,
  side: Side,
  form: Form = "named",
): JsonValue | undefined {
  const { existing, missing } = pair;
  const { wire } = pair[side];
  if (wire === undefined || existing.wire === undefined || missing.wire === undefined) {
    return undefined;
  }
  const { body } = wire;
  const { extensions: _execution, ...rest } = isJsonObject(body) ? body : { body };
  return withoutRequest(withoutDurations(rest), { pair, side, form });
}

type Side = "existing" | "missing";

/** Which texts of a request are replaced in its response: only the name of the object, or all other long texts too. */
type Form = "named" | "withoutSent";

function isAlikeInAnyForm(isAlike: (form: Form) => boolean): boolean {
  return isAlike("named") || isAlike("withoutSent");
}

type TextIn = (pair: RequestPair, side: Side, form: Form) => string | undefined;

type Words = readonly string[];

function sidesOf(
  rounds: readonly RequestPair[],
  textIn: TextIn,
  form: Form,
): readonly [readonly Words[], readonly Words[]] {
  const pairs = rounds.map((pair) => wordsIn(pair, textIn, form));
  return [pairs.map(([words]) => words), pairs.map(([, words]) => words)];
}

/**
 * Splits the texts about both objects into words. Words that differ are replaced if each of them repeats a value of its
 * own request.
 */
function wordsIn(pair: RequestPair, textIn: TextIn, form: Form): readonly [Words, Words] {
  const existing = (textIn(pair, "existing", form) ?? "").split(/([^\w-]+)/u);
  const missing = (textIn(pair, "missing", form) ?? "").split(/([^\w-]+)/u);
  if (existing.length !== missing.length) return [existing, missing];
  const sent = new Set(scalarsIn(pair.existing.wire?.variables));
  const other = new Set(scalarsIn(pair.missing.wire?.variables));
  const isEcho = existing.map(
    (word, index) => sent.has(word) && other.has(missing[index] ?? "") && word !== missing[index],
  );
  const withoutEchoes = (words: Words): Words =>
    words.map((word, index) => (isEcho[index] === true ? "<sent>" : word));
  return [withoutEchoes(existing), withoutEchoes(missing)];
}

/** Length from which a text of a request occurs in a response only because the request contains it. */
const longEnough = 4;

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

function textOf(pair: RequestPair, side: Side, form: Form): string {
  const outcome: JsonValue = JSON.parse(JSON.stringify(pair[side].outcome));
  return JSON.stringify(withoutRequest(outcome, { pair, side, form }));
}

function bodyOf(pair: RequestPair, side: Side, form: Form): string | undefined {
  const body = comparedBody(pair, side, form);
  return body === undefined ? undefined : JSON.stringify(body);
}

/**
 * Replaces the name of the object, and other texts that only this one of the two requests contains. A caller who gets
 * back what it sent learns nothing.
 */
function withoutRequest(
  value: JsonValue,
  { pair, side, form }: { readonly pair: RequestPair; readonly side: Side; readonly form: Form },
): JsonValue {
  const { command } = pair[side];
  const name = command.verb === "list" ? undefined : command.key.name;
  const sent = form === "named" ? [] : ownTexts(pair, side);
  return inEachScalar(value, (text) => {
    const named = name === undefined ? text : text.replaceAll(name, "<name>");
    return sent.reduce((rest, own) => replacedAsWord(rest, own, "<sent>"), named);
  });
}

/** The long texts that only this one of the two requests contains, the longest first. */
function ownTexts(pair: RequestPair, side: Side): readonly string[] {
  const other = new Set(
    scalarsIn(pair[side === "existing" ? "missing" : "existing"].wire?.variables),
  );
  return [...new Set(scalarsIn(pair[side].wire?.variables))]
    .filter((text) => text.length >= longEnough && !other.has(text))
    .toSorted((left, right) => right.length - left.length);
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
