import { isJsonObject, namesFailure } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { foreignPatternFits } from "#targets";
import { signsAt } from "#targets/graphql";
import type { OperationVerb, OutcomeMatcher } from "#targets/graphql";
import {
  errorOf,
  leavesOf,
  resultOf,
  sentencesIn,
  usualCode,
  wholePath,
  wholeResult,
} from "./error-members.ts";
import type { ProvokedRefusal, Result } from "./error-members.ts";
import { payloadPaths, causesIn } from "./error-details.ts";

/**
 * Derives the matchers of rejected requests: for each reason, selects the first indicator that no rejection for another
 * reason has. Indicators are a code, another extension field, the HTTP status, and the message.
 */
export function matchersFor(
  provoked: readonly ProvokedRefusal[],
  codeAt = usualCode,
): readonly OutcomeMatcher[] {
  const signs = signsAmong(provoked, codeAt);
  const { refusals, signsOf, hasSign } = signs;
  const found = new Map<string, OutcomeMatcher>();
  const left: ProvokedRefusal[] = [];
  for (const refusal of refusals) {
    const others = refusals.filter(({ reason }) => reason !== refusal.reason);
    if (isUnderstood(refusal, codeAt)) continue;
    const possible = signsOf(refusal);
    const sharing = (sign: OutcomeMatcher): readonly ProvokedRefusal[] =>
      others.filter((other) => hasSign(other, sign));
    const own = possible.find((sign) => sharing(sign).length === 0);
    const isStrong = own !== undefined && own.message === undefined && own.http === undefined;
    const matcher =
      (isStrong ? own : signOfTakenName(refusal, possible, sharing)) ??
      own ??
      signForVerbs(refusal, possible, sharing) ??
      countOfConflict(refusal, possible);
    if (matcher === undefined) left.push(refusal);
    else found.set(JSON.stringify(matcher), matcher);
  }
  const own = withoutVerbsOfForbidden([...found.values()]);
  return [...own, ...generalMessages(left, own, signs), ...restOf(refusals)];
}

/**
 * Returns the messages that are part of other messages, if matchers for the longer messages exist. For example, a
 * conflict may be "the version is not valid", and an invalid field "is not valid".
 */
function generalMessages(
  left: readonly ProvokedRefusal[],
  own: readonly OutcomeMatcher[],
  { refusals, signsOf, hasSign }: Signs,
): readonly OutcomeMatcher[] {
  const found = left.flatMap((refusal) => {
    const sign = signsOf(refusal).find(({ message }) => message !== undefined);
    if (sign === undefined) return [];
    const isRecognized = (other: ProvokedRefusal): boolean =>
      own.some(
        (matcher) =>
          matcher.message !== undefined &&
          matcher.reason === other.reason &&
          hasSign(other, matcher) &&
          !hasSign(refusal, matcher),
      );
    const sharing = refusals.filter(({ reason }) => reason !== refusal.reason);
    return sharing.filter((other) => hasSign(other, sign)).every(isRecognized) ? [sign] : [];
  });
  return [...new Map(found.map((matcher) => [JSON.stringify(matcher), matcher])).values()];
}

export interface Signs {
  readonly refusals: readonly ProvokedRefusal[];
  readonly signsOf: SignReader;
  readonly hasSign: (refusal: ProvokedRefusal, sign: OutcomeMatcher) => boolean;
}

/** Reads the indicators of the triggered errors. Drops errors that hide objects on purpose. */
export function signsAmong(provoked: readonly ProvokedRefusal[], codeAt = usualCode): Signs {
  const refusals = withoutHidden(provoked, codeAt);
  const signsOf = signReader(refusals, codeAt);
  const hasSign = (other: ProvokedRefusal, sign: OutcomeMatcher): boolean => {
    const { reason: _, ...wanted } = sign;
    if (wanted.message !== undefined) {
      const isThere = messagePlaceIn(other)?.path === wanted.payload?.path;
      return isThere && foreignPatternFits(wanted.message, messageOf(other));
    }
    return signsOf(other).some((own) => isSameSign(own, sign));
  };
  return { refusals, signsOf, hasSign };
}

/**
 * Moves matchers for missing permissions behind all others and removes their verbs, if they have an indicator of
 * another reason and apply only to certain verbs. A server may reject reads of missing objects like forbidden requests.
 */
function withoutVerbsOfForbidden(matchers: readonly OutcomeMatcher[]): readonly OutcomeMatcher[] {
  const isLimited = (matcher: OutcomeMatcher): boolean =>
    matcher.reason === "forbidden" &&
    matcher.verbs !== undefined &&
    matchers.some(
      (other) => other.reason !== "forbidden" && isSameSign(bare(other), bare(matcher)),
    );
  const moved = matchers.filter(isLimited).map(bare);
  const distinct = new Map(moved.map((matcher) => [JSON.stringify(matcher), matcher]));
  return [...matchers.filter((matcher) => !isLimited(matcher)), ...distinct.values()];
}

function bare({ verbs: _verbs, ...matcher }: OutcomeMatcher): OutcomeMatcher {
  return matcher;
}

/**
 * Drops errors for missing permissions that have the code of a missing object. The endpoint hides from such callers
 * whether objects exist, so the code means that the object is missing.
 */
function withoutHidden(
  refusals: readonly ProvokedRefusal[],
  codeAt: string,
): readonly ProvokedRefusal[] {
  const signsOf = signReader(refusals, codeAt);
  const codesOf = (refusal: ProvokedRefusal): readonly OutcomeMatcher[] =>
    signsOf(refusal).filter(
      ({ code, extension, payload }) =>
        code !== undefined || extension !== undefined || isCode("code", payload?.value),
    );
  const missing = refusals.filter(({ reason }) => reason === "notFound");
  // Compares only requests with the same verb: a server may hide objects from reads, but not from writes.
  const isHidden = (refusal: ProvokedRefusal): boolean =>
    missing.some(
      (other) =>
        (other.verb === undefined || refusal.verb === undefined || other.verb === refusal.verb) &&
        codesOf(other).some((sign) => codesOf(refusal).some((own) => isSameSign(own, sign))),
    );
  return refusals.filter((refusal) => refusal.reason !== "forbidden" || !isHidden(refusal));
}

/** Whether two indicators match the same responses. Ignores the path of the current version. */
function isSameSign(left: OutcomeMatcher, right: OutcomeMatcher): boolean {
  const [own, other] = [left, right].map((sign) => {
    const { currentResourceVersion: _version, ...place } = sign.payload ?? {};
    return JSON.stringify({ ...sign, reason: "", payload: place });
  });
  return own === other;
}

/**
 * Returns the code that stale versions and taken names share. The verb distinguishes them, because only create requests
 * are rejected for a taken name. Messages may differ between kinds and mutations.
 */
function signOfTakenName(
  { reason, verb }: ProvokedRefusal,
  signs: readonly OutcomeMatcher[],
  sharing: (sign: OutcomeMatcher) => readonly ProvokedRefusal[],
): OutcomeMatcher | undefined {
  const isTaken = reason === "alreadyExists" && verb === "create";
  if (!isTaken && reason !== "conflict") return undefined;
  const found = signs.find(
    (sign) =>
      hasWord(sign) &&
      sharing(sign).every((other) =>
        isTaken
          ? other.reason === "conflict"
          : other.reason === "alreadyExists" && other.verb === "create",
      ),
  );
  return found && { ...found, verbs: isTaken ? ["create"] : aboutVersions };
}

/** Whether an indicator is a code or a type, rather than an HTTP status, a message or the presence of a field. */
export function hasWord({ code, extension, payload, message }: OutcomeMatcher): boolean {
  const isWord = code !== undefined || extension !== undefined || payload?.value !== undefined;
  return isWord && message === undefined;
}

function signForVerbs(
  { reason, verb }: ProvokedRefusal,
  signs: readonly OutcomeMatcher[],
  sharing: (sign: OutcomeMatcher) => readonly ProvokedRefusal[],
): OutcomeMatcher | undefined {
  if (verb === undefined) return undefined;
  const ways = reason === "notFound" && verb !== "create" ? [aboutObjects, [verb]] : [[verb]];
  for (const verbs of ways) {
    const found = signs.find((sign) =>
      sharing(sign).every(({ verb: other }) => other !== undefined && !verbs.includes(other)),
    );
    if (found !== undefined) return { ...found, verbs };
  }
  return undefined;
}

/**
 * Returns the indicator of a conflict if writes return the number of changed objects. A conditional write returns 0
 * both for a stale version and for a missing object. A stale version is more common, and clients have to read the
 * object in both cases.
 */
function countOfConflict(
  { reason }: ProvokedRefusal,
  signs: readonly OutcomeMatcher[],
): OutcomeMatcher | undefined {
  if (reason !== "conflict") return undefined;
  const count = signs.find(({ payload }) => payload?.value === 0);
  return count && { ...count, verbs: ["update", "updateStatus"] };
}

const aboutObjects: readonly OperationVerb[] = [
  "read",
  "update",
  "updateStatus",
  "patchStatus",
  "delete",
];

/** The verbs that can specify the version of an existing object. */
export const aboutVersions: readonly OperationVerb[] = [
  "update",
  "updateStatus",
  "patchStatus",
  "delete",
];

/**
 * Returns matchers for payloads that list errors. Such a payload counts as an invalid request, even with an unknown
 * code.
 */
function restOf(refusals: readonly ProvokedRefusal[]): readonly OutcomeMatcher[] {
  const lists = refusals
    .filter(({ reason, exchange }) => reason === "invalid" && errorOf(exchange) === undefined)
    .flatMap((refusal) => listIn(resultOf(refusal)) ?? []);
  return [...new Set(lists)].map((path) => ({ reason: "invalid", payload: { path } }));
}

/**
 * Returns the reasons of triggered errors that neither a learned nor a standard matcher recognizes. A missing
 * permission may look like a missing object on purpose.
 */
export function unclearReasons(
  refusals: readonly ProvokedRefusal[],
  learned: readonly OutcomeMatcher[],
): readonly ProvokedRefusal["reason"][] {
  const clear = new Set([
    "forbidden",
    ...learned.map(({ reason }) => reason),
    ...refusals.flatMap(({ reason, exchange: { outcome } }) =>
      outcome.result === "refused" && outcome.refusal.reason === reason ? [reason] : [],
    ),
  ]);
  return [...new Set(refusals.map(({ reason }) => reason))].filter((reason) => !clear.has(reason));
}

function isUnderstood({ reason, exchange }: ProvokedRefusal, codeAt: string): boolean {
  const { outcome, reply } = exchange;
  const isSame = outcome.result === "refused" && outcome.refusal.reason === reason;
  // In contrast to an HTTP status, indicators in the error itself also work over a WebSocket.
  const signs = ownSigns({ reason, exchange }, codeAt);
  return isSame && ((reply?.status ?? 0) < 400 || signs.length === 0);
}

function ownSigns(
  { reason, exchange }: Pick<ProvokedRefusal, "exchange" | "reason">,
  codeAt: string,
): readonly OutcomeMatcher[] {
  const leaves = leavesOf(errorOf(exchange));
  const code = leaves.get(codeAt);
  const inExtensions = [...leaves].flatMap(([path, value]) => {
    const [top, ...rest] = path.split(".");
    const isOther = top === "extensions" && path !== codeAt && isSign(value);
    return isOther ? [{ reason, extension: { path: rest.join("."), value } }] : [];
  });
  return [...(typeof code === "string" && code !== "" ? [{ reason, code }] : []), ...inExtensions];
}

function listIn(result: JsonObject): string | undefined {
  return causesIn(result, "")?.list ?? sentencesIn(result);
}

type SignReader = (refusal: ProvokedRefusal) => readonly OutcomeMatcher[];

/**
 * Returns a function that lists all indicators of an error, the most reliable first. The indicator in messages is the
 * substring that all errors for one reason share.
 */
function signReader(refusals: readonly ProvokedRefusal[], codeAt: string): SignReader {
  const codes = payloadCodes(refusals);
  const unsteady = unsteadyPaths(refusals);
  return (refusal) => {
    const { reason, exchange } = refusal;
    const { status } = exchange.reply ?? {};
    const place = messagePlaceIn(refusal);
    const hasMessage = (one: ProvokedRefusal): boolean =>
      messageOf(one) !== "" && messagePlaceIn(one)?.path === place?.path;
    const alike = refusals.filter(
      (one) => one.reason === reason && hasMessage(one) && !isUnderstood(one, codeAt),
    );
    const common = alike.map(generalMessage).reduce(sharedText, generalMessage(refusal));
    const held = place?.path === undefined ? {} : { payload: heldAt(refusal, place.path) };
    return [
      ...ownSigns(refusal, codeAt).filter(
        ({ extension }) =>
          extension === undefined ||
          (!unsteady.has(`extensions.${extension.path}`) && extension.value !== refusal.current),
      ),
      ...payloadSigns(refusal, codes).map((payload) => ({ reason, payload })),
      ...(status !== undefined && status >= 400 ? [{ reason, http: status }] : []),
      ...(common.length >= shortestMessage ? [{ reason, message: escaped(common), ...held }] : []),
    ];
  };
}

/**
 * Returns the paths in errors whose values differ even between errors for the same reason, such as the current version.
 */
function unsteadyPaths(refusals: readonly ProvokedRefusal[]): ReadonlySet<string> {
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

type PayloadSign = NonNullable<OutcomeMatcher["payload"]>;

/**
 * Returns the indicators in a result without errors: its type, or a code in it. A value counts as a code because of its
 * form, or because other results have a code at its path.
 */
function payloadSigns(
  refusal: ProvokedRefusal,
  codePaths: ReadonlySet<string> = new Set(),
): readonly PayloadSign[] {
  const isWord = (path: string, name: string, word: JsonValue): word is string | number =>
    isCode(name, word) || (codePaths.has(path) && isSign(word));
  const value = errorOf(refusal.exchange) === undefined ? resultOf(refusal) : {};
  const beside = currentOfObject(refusal);
  const version = (members: JsonObject, at: string): CurrentVersion => ({
    ...beside,
    ...currentIn(members, at, refusal),
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
function payloadCodes(refusals: readonly ProvokedRefusal[]): ReadonlySet<string> {
  const found = new Map<string, SignWords>();
  for (const refusal of refusals) {
    if (errorOf(refusal.exchange) !== undefined) continue;
    for (const [path, value] of payloadLeaves(resultOf(refusal))) {
      if (typeof value !== "string" || !isSign(value)) continue;
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
  return name === undefined ? {} : { currentResourceVersion: `${at}${name}` };
}

function heldAt(refusal: ProvokedRefusal, path: string): PayloadSign {
  return { path, ...currentOfObject(refusal), ...currentIn(resultOf(refusal), "", refusal) };
}

/**
 * Whether a payload field may be a code: a string in capitals, or a short value in a field whose name denotes a code.
 */
function isCode(name: string, value: JsonValue | undefined): value is string | number {
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

/**
 * Finds the path of the code in errors, if it is not the common one. The value of a code depends on the reason, but not
 * on the request. Undefined for the common path, or if there is no code.
 */
export function codePath(refusals: readonly ProvokedRefusal[]): string | undefined {
  const found = new Map<string, SignWords>();
  for (const { reason, exchange } of refusals) {
    const leaves = leavesOf(errorOf(exchange));
    const usual = leaves.get(usualCode);
    if (typeof usual === "string" && usual !== "INTERNAL_SERVER_ERROR") return undefined;
    for (const [path, value] of leaves) {
      if (typeof value !== "string" || !(isSign(value) || isProblemType(value))) continue;
      const words = found.get(path) ?? new Map<string, readonly string[]>();
      words.set(reason, [...(words.get(reason) ?? []), value]);
      found.set(path, words);
    }
  }
  return steadiest([...found].filter(([, words]) => isSteady(words)));
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
  // If errors for only one reason are GraphQL errors, and all others are in results, only the name of the field
  // identifies the code.
  const named = steady.find(([path]) => /(?:^|\.)code$/iu.test(path));
  return (isDetail ? coarse : (apart ?? coarse ?? named))?.[0];
}

function coverageOf(words: SignWords): number {
  return [...words.values()].reduce((sum, { length }) => sum + length, 0);
}

type SignWords = Map<string, readonly string[]>;

/**
 * A path with at least this many different values is the path of codes, even if one value is used for several reasons.
 */
const fewestCodes = 3;

/** Whether no value is used for two reasons. */
function isApart(words: SignWords): boolean {
  const sets = [...words.values()].map((each) => new Set(each));
  return sets.reduce((sum, { size }) => sum + size, 0) === distinctIn(words);
}

function distinctIn(words: SignWords): number {
  return new Set([...words.values()].flat()).size;
}

/** Whether errors for the same reason have the same value. A request ID differs each time. */
function isSteady(words: SignWords): boolean {
  const repeated = [...words.values()].filter(({ length }) => length > 1);
  return repeated.length === 0 || repeated.some((each) => new Set(each).size < each.length);
}

const shortestMessage = 6;

export function messageOf(refusal: ProvokedRefusal): string {
  return messagePlaceIn(refusal)?.text ?? "";
}

function messagePlaceIn(
  refusal: ProvokedRefusal,
): { readonly text: string; readonly path?: string } | undefined {
  const error = errorOf(refusal.exchange);
  if (error !== undefined) {
    const { message } = error;
    return typeof message === "string" && message !== "" ? { text: message } : undefined;
  }
  const path = payloadPaths(refusal)?.message;
  const [text] = path === undefined ? [] : signsAt(resultOf(refusal), path);
  return typeof text === "string" && path !== undefined ? { text, path } : undefined;
}

/**
 * Whether a value is an identifier or an HTTP error status. A string with spaces is a message, and a long string is a
 * stack trace.
 */
function isSign(value: JsonValue | undefined): value is number | string {
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

/** Returns the longest substring of a message that is not specific to an object. */
function generalMessage(refusal: ProvokedRefusal): string {
  const parts = refusal.particulars
    .filter((text) => text !== "")
    .reduce<readonly string[]>(
      (texts, text) => texts.flatMap((part) => part.split(text)),
      [messageOf(refusal)],
    )
    // Drops words with a digit as a whole, because an id can end with letters.
    .flatMap((part) => part.split(/[\p{L}\d_-]*\d[\p{L}\d_-]*/u));
  return longestOf(parts);
}

function longestOf(texts: readonly string[]): string {
  return texts.toSorted((left, right) => right.length - left.length)[0]?.trim() ?? "";
}

/** Two messages have the same meaning if their common substring is at least this fraction of each. */
const shareOfSame = 0.5;

/** Whether an error consists only of a message, and this message differs from that of another error. */
export function saysOtherwise(
  refusal: ProvokedRefusal,
  other: ProvokedRefusal,
  codeAt = usualCode,
): boolean {
  if (ownSigns(refusal, codeAt).length > 0 || payloadSigns(refusal).length > 0) return false;
  const [own, others] = [refusal, other].map(generalMessage);
  if (own === undefined || others === undefined || own === "") return false;
  const shared = sharedText(own, others);
  const isShared = others.includes(shared) && own.includes(shared);
  return !isShared || shared.length < shareOfSame * Math.min(own.length, others.length);
}

/** Whether two errors have the same HTTP status and message, and a common code if either has one. */
export function isSameRefusal(refusal: ProvokedRefusal, other: ProvokedRefusal): boolean {
  if (refusal.exchange.reply?.status !== other.exchange.reply?.status) return false;
  if (generalMessage(refusal) !== generalMessage(other)) return false;
  const [own, others] = [refusal, other].map((one) => [
    ...ownSigns({ ...one, reason: "invalid" }, usualCode),
    ...payloadSigns(one).map((payload) => ({ payload })),
  ]);
  if (own === undefined || others === undefined) return false;
  if (own.length === 0 || others.length === 0) return own.length === others.length;
  const texts = new Set(others.map((sign) => JSON.stringify(sign)));
  return own.some((sign) => texts.has(JSON.stringify(sign)));
}

/**
 * Whether an error has a code that no error for another reason has. The code of a server failure does not describe the
 * request.
 */
export function hasOwnCode(
  refusal: ProvokedRefusal,
  others: readonly ProvokedRefusal[],
  codeAt = usualCode,
): boolean {
  const codesOf = (one: ProvokedRefusal): readonly string[] => {
    const code = leavesOf(errorOf(one.exchange)).get(codeAt);
    return typeof code === "string" && code !== "" ? [code] : [];
  };
  const taken = new Set(
    others.filter(({ reason }) => reason !== refusal.reason).flatMap((one) => codesOf(one)),
  );
  const codes = codesOf(refusal);
  return codes.length > 0 && codes.every((code) => !taken.has(code) && !namesFailure(code));
}

/**
 * Whether every error for a request without a credential has the code or message of a missing permission. The endpoint
 * then treats callers without a credential like others without permission.
 */
export function isAnonymousForbidden(refusals: readonly ProvokedRefusal[]): boolean {
  const anonymous = refusals.filter((one) => one.isAnonymous === true);
  const forbidden = refusals.filter(({ reason }) => reason === "forbidden");
  const others = refusals.filter((one) => one.reason !== "forbidden" && one.isAnonymous !== true);
  const codeAt = codePath(refusals) ?? usualCode;
  const codeOf = (one: ProvokedRefusal): JsonValue | undefined =>
    leavesOf(errorOf(one.exchange)).get(codeAt);
  const isForbidden = (one: ProvokedRefusal): boolean => {
    const code = codeOf(one);
    const isAlike = (other: ProvokedRefusal): boolean =>
      typeof code === "string" ? codeOf(other) === code : isSameRefusal(one, other);
    return forbidden.some(isAlike) && !others.some(isAlike);
  };
  return anonymous.length > 0 && anonymous.every(isForbidden);
}

/** Removes incomplete words from both ends of a substring. */
function inWholeWords(part: string, text: string, start: number): string {
  const isInWord = (at: number): boolean => /[\p{L}\d_-]/u.test(text.charAt(at));
  const end = start + part.length;
  const first = isInWord(start - 1) && isInWord(start) ? /^[\p{L}\d_-]+/u : /^/u;
  const last = isInWord(end - 1) && isInWord(end) ? /[\p{L}\d_-]+$/u : /$/u;
  const whole = part.replace(first, "").replace(last, "").trim();
  return whole.length >= shortestMessage ? whole : part.trim();
}

/** Returns the longest common substring, or the first string if the common one is too short. */
function sharedText(left: string, right: string): string {
  for (let length = left.length; length >= shortestMessage; length -= 1) {
    for (let start = 0; start + length <= left.length; start += 1) {
      const part = left.slice(start, start + length);
      if (right.includes(part)) return inWholeWords(part, left, start);
    }
  }
  return left;
}

export function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
}
