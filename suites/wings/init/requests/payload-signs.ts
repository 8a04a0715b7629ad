import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { signsAt } from "#targets/graphql";
import type { Exchange } from "#targets";
import type { OutcomeMatcher } from "#targets/graphql";
import { errorOf, resultOf, sentencesIn, wholePath, wholeResult } from "../schema/error-fields.ts";
import type { ProvokedRefusal, Result } from "../schema/error-fields.ts";
import { causesIn, isFieldName, listedVersion } from "./error-details.ts";
import { isApart, isSign } from "./code-path.ts";
import type { SignWords } from "./code-path.ts";

export function listIn(result: JsonObject): string | undefined {
  return causesIn(result, "")?.list ?? sentencesIn(result);
}

type PayloadSign = NonNullable<OutcomeMatcher["payload"]>;

/**
 * Returns the indicators in a result without errors: its type, or a code in it. A value counts as a code because of its
 * form, or because other results have a code at its path. What accepted writes also return indicates nothing, such as
 * the counts in `{ info { nodesCreated } turbines { id } }`.
 */
export function payloadSigns(
  refusal: ProvokedRefusal,
  codePaths: ReadonlySet<string> = new Set(),
): readonly PayloadSign[] {
  const usual = new Set(
    // An endpoint may return the stored object next to errors.
    (refusal.accepted ?? [])
      .filter((exchange) => !listsRefusals({ ...refusal, exchange }))
      .flatMap((exchange) => signsIn({ ...refusal, exchange }, codePaths))
      .map(placeOf),
  );
  return signsIn(refusal, codePaths).filter((sign) => !usual.has(placeOf(sign)));
}

function placeOf({ path, value }: PayloadSign): string {
  return JSON.stringify([path, value]);
}

function signsIn(refusal: ProvokedRefusal, codePaths: ReadonlySet<string>): readonly PayloadSign[] {
  const isWord = (path: string, name: string, word: JsonValue): word is string | number =>
    (refusal.counts?.includes(path) === true && word === 0) ||
    isCode(name, word) ||
    (codePaths.has(path) && isSign(word));
  const value = errorOf(refusal.exchange) === undefined ? resultOf(refusal) : {};
  const beside = currentOfObject(refusal);
  const version = (members: JsonObject, at: string): CurrentVersion => ({
    ...currentIn(members, at, refusal),
    ...beside,
  });
  const { __typename: type } = value;
  const typed =
    typeof type === "string" ? [{ path: "__typename", value: type, ...version(value, "") }] : [];
  const own = Object.entries(value).flatMap(([path, word]) =>
    isWord(path, path, word) ? [{ path, value: word, ...version(value, "") }] : [],
  );
  const held = Object.entries(value).flatMap(([name, found]): readonly PayloadSign[] => {
    // If a payload lists several errors, the first one is used.
    const inner: unknown = Array.isArray(found) ? found[0] : found;
    if (!isJsonObject(inner)) return [];
    const codes = Object.entries(inner).filter(([member, word]) =>
      isWord(`${name}.${member}`, member, word),
    );
    // A code is more specific than a result type that several reasons may share.
    const words = [
      ...codes,
      ...Object.entries(inner).filter(([member]) => member === "__typename"),
    ];
    // The current version may be next to the list.
    const more = { ...version(value, ""), ...version(inner, `${name}.`) };
    const whole = isJsonObject(found) ? [{ path: name, ...more }] : [];
    return [
      ...words.map(([member, word]) => ({ path: `${name}.${member}`, value: word, ...more })),
      ...whole,
    ];
  });
  return [...typed, ...own, ...held];
}

/**
 * Finds the paths of codes in results without errors: their values vary with the reason of the error, but not with the
 * request.
 */
export function payloadCodes(refusals: readonly ProvokedRefusal[]): ReadonlySet<string> {
  const found = new Map<string, SignWords>();
  for (const refusal of refusals) {
    if (errorOf(refusal.exchange) !== undefined) continue;
    for (const [path, value] of payloadLeaves(resultOf(refusal))) {
      if (typeof value !== "string" || !isSign(value) || isFieldName(path, value)) continue;
      const words = found.get(path) ?? new Map<string, readonly string[]>();
      words.set(refusal.reason, [...(words.get(refusal.reason) ?? []), value]);
      found.set(path, words);
    }
  }
  // Unless a value is repeated, it may be an identifier that depends on the request.
  const codes = [...found].filter(([, words]) => {
    const isRepeated = [...words.values()].some((each) => new Set(each).size < each.length);
    return isRepeated && words.size > 1 && isApart(words);
  });
  return new Set(codes.map(([path]) => path));
}

/** Returns the names of invalid fields in a result without errors. */
export function payloadFields(refusal: ProvokedRefusal): readonly PayloadSign[] {
  if (errorOf(refusal.exchange) !== undefined) return [];
  return payloadLeaves(resultOf(refusal)).flatMap(([path, value]) =>
    typeof value === "string" && isFieldName(path, value) ? [{ path, value }] : [],
  );
}

/**
 * Returns the values in a result by path: its own fields, the fields of its objects, and the fields of the first object
 * in each list.
 */
function payloadLeaves(result: JsonObject): readonly (readonly [string, JsonValue])[] {
  return Object.entries(result).flatMap(
    ([name, found]): readonly (readonly [string, JsonValue])[] => {
      const inner: unknown = Array.isArray(found) ? found[0] : found;
      if (!isJsonObject(inner)) return [[name, found]];
      return Object.entries(inner).map(([member, word]) => [`${name}.${member}`, word]);
    },
  );
}

type CurrentVersion = Pick<PayloadSign, "currentResourceVersion">;

function currentIn(members: JsonObject, at: string, { current }: ProvokedRefusal): CurrentVersion {
  const isCurrent = (inner: JsonValue | undefined): boolean =>
    current !== undefined && (inner === current || inner === Number(current));
  const name = Object.keys(members).find((one) => isCurrent(members[one]));
  const path = name ?? (current === undefined ? undefined : listedVersion(members, current));
  return path === undefined ? {} : { currentResourceVersion: `${at}${path}` };
}

/** Returns the paths of the counts in a result that are 0, and at least 1 in the result of an accepted request. */
export function fallenCounts(result: Result, accepted: Exchange): readonly string[] {
  const before = new Map(payloadLeaves(resultOf({ ...result, exchange: accepted })));
  return payloadLeaves(resultOf(result)).flatMap(([path, value]) => {
    const counted = before.get(path);
    return value === 0 && typeof counted === "number" && counted > 0 ? [path] : [];
  });
}

export function heldAt(refusal: ProvokedRefusal, path: string): PayloadSign {
  return { path, ...currentIn(resultOf(refusal), "", refusal), ...currentOfObject(refusal) };
}

/**
 * Whether a payload field may be a code: a string in capitals, or a short value in a field whose name denotes a code.
 */
export function isCode(name: string, value: JsonValue | undefined): value is string | number {
  if (name === "__typename") return false;
  if (typeof value === "number") {
    return codeWord.test(name) || (value === 0 && countWord.test(name));
  }
  if (typeof value !== "string") return false;
  return /^[A-Z][A-Z0-9_]+$/u.test(value) || (codeWord.test(name) && /^[\w.:/-]+$/u.test(value));
}

const codeWord =
  /^(?:(?:error|status|result|failure)_?)?(?:code|type|kind|reason)$|^(?:error|status|result)$/iu;

const countWord =
  /^(?:(?:affected|changed|matched|modified|updated)_?(?:count|items|objects|records|rows)?|(?:row_?|item_?)?count)$/iu;

/** Adds the path of the current version to the payload matchers, if a triggered conflict contains it. */
export function withCurrentVersions(
  matchers: readonly OutcomeMatcher[],
  refusals: readonly ProvokedRefusal[],
): readonly OutcomeMatcher[] {
  const codes = payloadCodes(refusals);
  const shown = refusals
    .filter(({ reason }) => reason === "conflict")
    .flatMap((refusal) => payloadSigns(refusal, codes));
  return matchers.map((matcher) => {
    const { payload } = matcher;
    if (payload === undefined || payload.currentResourceVersion !== undefined) return matcher;
    const { currentResourceVersion } =
      shown.find(({ path, value }) => path === payload.path && value === payload.value) ?? {};
    return currentResourceVersion === undefined
      ? matcher
      : { ...matcher, payload: { ...payload, currentResourceVersion } };
  });
}

/** Whether a result contains a list of errors, even if it also contains the stored object. */
export function listsRefusals(result: Result): boolean {
  return errorOf(result.exchange) === undefined && listIn(resultOf(result)) !== undefined;
}

function currentOfObject(refusal: ProvokedRefusal): CurrentVersion {
  const whole = wholeResult(refusal);
  for (const [name, path] of refusal.objects ?? []) {
    if (name === wholePath) continue;
    const [found] = signsAt(whole, `${name}.${path}`);
    const isCurrent = found === refusal.current || found === Number(refusal.current);
    if (refusal.current !== undefined && isCurrent)
      return { currentResourceVersion: `${name}.${path}` };
  }
  return {};
}
