import { isJsonList, isJsonObject, jsonEquals, resourceVersion } from "#contract";
import type { JsonObject, JsonValue, Refusal, RefusalCause } from "#contract";
import { foreignPatternFits, foreignPatternGroup } from "../../port/foreign-pattern.ts";
import { copyPrefix } from "../../wire/http/wire-data.ts";
import type { Exhausted } from "../../wire/http/rate-headers.ts";
import type { OperationVerb } from "../dialect/dialect-operations.ts";
import type { ErrorPaths, OutcomeMatcher, PayloadPaths } from "../dialect/dialect.ts";
import { itemsAt, signsAt, valueAt } from "../schema/paths.ts";
import { readVersion } from "./object-reader.ts";
import { fieldPath } from "./field-path.ts";
import { isSchemaError, isSchemaMessage } from "./schema-words.ts";
import { indicatesThrottling, isThrottlingText } from "./throttling.ts";

export interface RefusalSigns {
  readonly verb: OperationVerb;
  readonly errors: readonly JsonValue[];
  readonly http?: number;
  readonly closeCode?: number;
  readonly closeReason?: string;
  readonly retryAfterSeconds?: number;
  readonly exhausted?: Exhausted;
  /** The JSON body of a response without a GraphQL error. */
  readonly foreign?: JsonValue;
  /** The message of a rejection without a GraphQL error. */
  readonly fallbackMessage: string;
  readonly called?: { readonly field: string; readonly arguments: readonly string[] };
}

export interface RefusalWords {
  readonly outcomes: readonly OutcomeMatcher[];
  readonly errors: ErrorPaths;
}

export function classifyRefusal(words: RefusalWords, signs: RefusalSigns): Refusal {
  const errors = signs.errors.map((error) => (isJsonObject(error) ? error : {}));
  const candidates = errors.length === 0 ? [{}] : errors;
  for (const error of candidates) {
    const matcher = words.outcomes.find((one) => fitsError(one, error, { words, signs }));
    if (matcher === undefined) continue;
    const refusal = refusalBy(matcher, error, { words, signs });
    return isForbiddenByStatus(matcher) && isThrottled(signs)
      ? asThrottled(refusal, signs)
      : refusal;
  }
  const refusal = refusalOf(usualReason(signs), candidates[0] ?? {}, { words, signs });
  const isOpen = refusal.reason === "unclassified" || refusal.reason === "forbidden";
  return isOpen && isThrottled(signs) ? asThrottled(refusal, signs) : refusal;
}

/** Some endpoints report a rate limit with HTTP 403. Only the words then distinguish it from a missing permission. */
function isForbiddenByStatus({ reason, http, verbs: _verbs, ...others }: OutcomeMatcher): boolean {
  return reason === "forbidden" && http !== undefined && Object.keys(others).length === 0;
}

/** Whether a rejection that the dialect does not classify indicates a rate limit. */
function isThrottled(signs: RefusalSigns): boolean {
  const { verb, closeReason, fallbackMessage, foreign } = signs;
  const errors = signs.errors.length > 0 ? signs.errors : [foreign ?? []].flat();
  const texts = signs.errors.length > 0 ? [] : [closeReason ?? [], fallbackMessage].flat();
  const isRead = verb === "read" || verb === "list" || verb === "watch";
  return indicatesThrottling({ ...signs, errors, texts, isRead });
}

function asThrottled(
  refusal: Refusal,
  { exhausted }: Pick<RefusalSigns, "exhausted"> = {},
): Refusal {
  const seconds = refusal.retryAfterSeconds ?? exhausted?.resetSeconds;
  const delay = seconds === undefined ? {} : { retryAfterSeconds: seconds };
  return { ...refusal, ...delay, reason: "rateLimited", isInferred: true };
}

/** Classifies a rejection in a result by its code and its message. */
function asThrottledResult(refusal: Refusal): Refusal {
  const said = [refusal.code ?? [], refusal.message].flat();
  return said.some(isThrottlingText) ? asThrottled(refusal) : refusal;
}

/**
 * The rejection reasons by HTTP status. A proxy may reject a request without a GraphQL error, and its messages are too
 * varied for a dialect to list.
 */
const usualReasons: ReadonlyMap<number, Refusal["reason"]> = new Map([
  [401, "unauthenticated"],
  [403, "forbidden"],
  [422, "invalid"],
  [429, "rateLimited"],
]);

/**
 * Determines the reason if no matcher applies. Validation errors of GraphQL libraries have the same wording for every
 * API, so they count as `invalid`. Without a GraphQL error, the HTTP status determines the reason.
 */
function usualReason({ errors, http, called }: RefusalSigns): Refusal["reason"] {
  if (errors.some((error) => isOfLibrary(error, called))) return "invalid";
  if (errors.length > 0 || http === undefined) return "unclassified";
  return usualReasons.get(http) ?? "unclassified";
}

function isOfLibrary(error: JsonValue, called: RefusalSigns["called"]): boolean {
  return isJsonObject(error) && (isSchemaError(error) || isAboutArgument(error, called));
}

/**
 * Whether an error is about an argument of the called field. gqlgen coerces arguments after validation and returns the
 * error of a custom scalar's parser, with the path of the argument.
 */
function isAboutArgument(
  { path, extensions }: JsonObject,
  called: RefusalSigns["called"],
): boolean {
  if (called === undefined || !Array.isArray(path) || extensions !== undefined) return false;
  const steps = called.field.split(".");
  const argument = path[steps.length];
  const isBelow = steps.every((step, index) => path[index] === step);
  return isBelow && typeof argument === "string" && called.arguments.includes(argument);
}

/** Whether a matcher recognizes a rejection without a GraphQL error: by HTTP status, close code, or message. */
export function isNamedRefusal(words: RefusalWords, signs: RefusalSigns): boolean {
  return words.outcomes.some((matcher) => {
    const { http, closeCode, message } = matcher;
    const names = http !== undefined || closeCode !== undefined || message !== undefined;
    return names && fitsError(matcher, {}, { words, signs });
  });
}

export interface SilentResult {
  readonly verb: OperationVerb;
  readonly value: JsonValue;
  readonly object: JsonValue | undefined;
}

/**
 * Detects a rejection in a result without errors: a field of the payload, or null instead of the object. Undefined if
 * there is none.
 */
export function silentRefusal(words: RefusalWords, result: SilentResult): Refusal | undefined {
  const matcher = words.outcomes.find((one) => fitsResult(one, result, words.errors));
  if (matcher === undefined) return unknownRefusal(words, result);
  const { payload } = matcher;
  const paths = words.errors.payload ?? {};
  const messageAt = paths.message ?? (matcher.message === undefined ? undefined : payload?.path);
  const [said] = messageAt === undefined ? [] : signsAt(result.value, messageAt);
  const current = shownVersion(words, result, matcher) ?? versionInMessage(matcher.message, said);
  const code = silentCode(matcher, words, result.value);
  const usual = payload === undefined ? "the result is null" : shownSign(payload, result.value);
  return {
    reason: matcher.reason,
    ...(matcher.alsoFor === undefined ? {} : { alsoFor: matcher.alsoFor }),
    ...(code === undefined ? {} : { code }),
    message: typeof said === "string" ? copyPrefix(said, longestMessage) : usual,
    causes: causesOf(result.value, paths),
    ...(current === undefined ? {} : { currentResourceVersion: resourceVersion(current) }),
  };
}

/** Describes the value that identifies a rejection: `affected_rows is 0`. */
function shownSign(
  { path, value }: NonNullable<OutcomeMatcher["payload"]>,
  result: JsonValue,
): string {
  const [found] = value === undefined ? [] : signsAt(result, path);
  const isShort = typeof found === "number" || typeof found === "boolean";
  return isShort ? `${path} is ${String(found)}` : `the result contains ${path}`;
}

/**
 * Returns the code of a rejection. A rejection that is recognized only by its message has a code only if the dialect
 * has a path for codes, or if types of results are codes: several reasons may share one type.
 */
function silentCode(
  { payload, message }: OutcomeMatcher,
  { outcomes, errors: { payload: paths = {} } }: RefusalWords,
  value: JsonValue,
): string | undefined {
  if (payload === undefined) return "null";
  const isSaid = message !== undefined && payload.value === undefined && paths.code === undefined;
  if (!isSaid) return payloadCode(value, payload.path, paths);
  const areTypesCodes = outcomes.some((one) => one.payload?.path === typePath);
  const [type] = areTypesCodes ? signsAt(value, typePath) : [];
  return typeof type === "string" ? copyPrefix(type, longestMessage) : undefined;
}

const typePath = "__typename";

/** Whether an object in a list contains the value that marks a deleted object in the response to a read. */
export function isTombstone({ outcomes, errors }: RefusalWords, value: JsonValue): boolean {
  return outcomes.some(
    (matcher) =>
      matcher.reason === "notFound" &&
      matcher.payload !== undefined &&
      matcher.verbs?.includes("read") === true &&
      fitsResult(matcher, { verb: "read", value, object: value }, errors),
  );
}

/**
 * Returns an unclassified rejection for a result whose type is not the type of the object, such as a member of a union
 * that no matcher names.
 */
export function typedRefusal(
  { errors }: RefusalWords,
  value: JsonValue,
  objectType: string,
): Refusal | undefined {
  const { __typename: type, ...members } = isJsonObject(value) ? value : {};
  if (typeof type !== "string" || type === objectType) return undefined;
  const { payload = {} } = errors;
  const causes = causesOf(members, payload);
  const message = statedMessage(members, payload, causes) ?? `the result is a ${type}`;
  const code = copyPrefix(type, longestMessage);
  return asThrottledResult({ reason: "unclassified", code, message, causes });
}

/** Returns the message of a payload, otherwise of its first cause. */
function statedMessage(
  value: JsonValue,
  paths: PayloadPaths,
  [first]: readonly RefusalCause[],
): string | undefined {
  const [found] = paths.message === undefined ? [] : signsAt(value, paths.message);
  const said = typeof found === "string" ? found : first?.message;
  return said === undefined ? undefined : copyPrefix(said, longestMessage);
}

/** Returns an unclassified rejection for a payload that contains an error or an unknown code, but no object. */
function unknownRefusal(words: RefusalWords, result: SilentResult): Refusal | undefined {
  const { payload } = words.errors;
  const { value, object } = result;
  if (object !== null && object !== undefined) return undefined;
  if (payload === undefined) return unknownCode(words, result);
  const causes = causesOf(value, payload);
  const [first] = causes;
  const message = statedMessage(value, payload, causes);
  if (message === undefined) return unknownCode(words, result);
  const [found] = payload.code === undefined ? [] : signsAt(value, payload.code);
  const code = typeof found === "string" ? found : first?.reason;
  return asThrottledResult({
    reason: "unclassified",
    ...(code === undefined ? {} : { code }),
    message,
    causes,
  });
}

/** Returns a rejection for an unknown code at a path from which a matcher reads its code. */
function unknownCode({ outcomes }: RefusalWords, { value }: SilentResult): Refusal | undefined {
  const paths = outcomes.flatMap(({ payload }) =>
    payload?.value === undefined || payload.path === typePath ? [] : [payload.path],
  );
  const code = paths
    .flatMap((path) => signsAt(value, path))
    .find((found) => typeof found === "string" || typeof found === "number");
  if (code === undefined) return undefined;
  const text = copyPrefix(String(code), longestMessage);
  const message = `the result contains ${text}`;
  return asThrottledResult({ reason: "unclassified", code: text, message, causes: [] });
}

/**
 * Determines the error code of a rejection in a result: the value at the declared path of the code or, without such a
 * path, at the path of the matcher. If there is no string or number, the path of the matcher is the code. Undefined if
 * the value is a message.
 */
function payloadCode(value: JsonValue, path: string, { code }: PayloadPaths): string | undefined {
  const [found] = signsAt(value, code ?? path);
  // A string with spaces is a message, not a code.
  if (typeof found === "string" && /\s/u.test(found)) return undefined;
  if (typeof found === "string" && found !== "") return copyPrefix(found, longestMessage);
  // Zero is a count, such as the number of written rows.
  return typeof found === "number" && found !== 0 ? String(found) : path;
}

interface Context {
  readonly words: RefusalWords;
  readonly signs: RefusalSigns;
}

function fitsError(matcher: OutcomeMatcher, error: JsonObject, { words, signs }: Context): boolean {
  if (matcher.payload !== undefined || matcher.nullResult === true) return false;
  const { code, message, http, closeCode, extension } = matcher;
  return (
    fitsVerb(matcher, signs.verb) &&
    (code === undefined || codeOf(error, words) === code) &&
    (message === undefined || fitsMessage(message, error, signs)) &&
    (http === undefined || signs.http === http) &&
    (closeCode === undefined || signs.closeCode === closeCode) &&
    (extension === undefined ||
      jsonEquals(valueAt(error, `extensions.${extension.path}`), extension.value))
  );
}

/** Builds the rejection that a matcher recognizes. Its message may contain the current version. */
function refusalBy(matcher: OutcomeMatcher, error: JsonObject, context: Context): Refusal {
  const { alsoFor } = matcher;
  const refusal = {
    ...withCode(refusalOf(matcher.reason, error, context), matcher),
    ...(alsoFor === undefined ? {} : { alsoFor }),
  };
  if (refusal.currentResourceVersion !== undefined) return refusal;
  const current = versionInMessage(matcher.message, messageOf(error, context.signs));
  return current === undefined
    ? refusal
    : { ...refusal, currentResourceVersion: resourceVersion(current) };
}

/**
 * Without a code at the declared path, uses the value that the matcher recognized. Some libraries add a general code to
 * all errors, and a more specific code only to some errors. Others reject callers only with an HTTP status.
 */
function withCode(refusal: Refusal, { extension, http }: OutcomeMatcher): Refusal {
  const found = extension?.value ?? (http === undefined ? undefined : `HTTP ${http}`);
  const isCode = typeof found === "string" || typeof found === "number";
  return refusal.code === undefined && isCode ? { ...refusal, code: String(found) } : refusal;
}

function versionInMessage(
  pattern: string | undefined,
  message: JsonValue | undefined,
): string | undefined {
  if (pattern === undefined || typeof message !== "string") return undefined;
  return readVersion(foreignPatternGroup(pattern, message, "version"));
}

/**
 * Finds the current version in a payload. Kinds may share a code but have different version paths. The path may
 * therefore come from any matcher that has the same reason and fits the payload.
 */
function shownVersion(
  { outcomes, errors }: RefusalWords,
  result: SilentResult,
  { reason }: OutcomeMatcher,
): string | undefined {
  for (const one of outcomes) {
    const path = one.payload?.currentResourceVersion;
    if (one.reason !== reason || path === undefined || !fitsResult(one, result, errors)) continue;
    const version = readVersion(signsAt(result.value, path)[0]);
    if (version !== undefined) return version;
  }
  return undefined;
}

function fitsMessage(pattern: string, error: JsonObject, signs: RefusalSigns): boolean {
  const said = [messageOf(error, signs), signs.closeReason ?? []].flat();
  return said.some((text) => foreignPatternFits(pattern, text));
}

function fitsResult(
  matcher: OutcomeMatcher,
  { verb, value, object }: SilentResult,
  { payload: paths }: ErrorPaths,
): boolean {
  if (!fitsVerb(matcher, verb)) return false;
  if (matcher.nullResult === true) return object === null;
  const { payload, message } = matcher;
  if (payload === undefined) return false;
  const texts = [paths?.message, payload.path].filter((path) => path !== undefined);
  if (message !== undefined && !matchesAt(value, texts, message)) return false;
  // An empty list does not match: successful results may contain an empty list of errors.
  const found = signsAt(value, payload.path);
  const { value: wanted } = payload;
  return wanted === undefined ? found.length > 0 : found.some((one) => jsonEquals(one, wanted));
}

function matchesAt(value: JsonValue, paths: readonly string[], pattern: string): boolean {
  const said = paths.flatMap((path) => signsAt(value, path));
  return said.some((text) => typeof text === "string" && foreignPatternFits(pattern, text));
}

function fitsVerb({ verbs }: OutcomeMatcher, verb: OperationVerb): boolean {
  return verbs === undefined || verbs.includes(verb);
}

function refusalOf(
  reason: Refusal["reason"],
  error: JsonObject,
  { words, signs }: Context,
): Refusal {
  const code = codeOf(error, words) ?? statusCode(signs);
  const { currentResourceVersion, retryAfterSeconds } = words.errors;
  const current = readVersion(detailAt(error, currentResourceVersion));
  const retryAfter = detailAt(error, retryAfterSeconds) ?? signs.retryAfterSeconds;
  const causes = signs.errors.flatMap((one) => causesOf(one, words.errors));
  const isWithoutCauses = reason === "invalid" && causes.length === 0;
  return {
    reason,
    ...(code === undefined ? {} : { code }),
    message: messageOf(error, signs),
    causes,
    ...(isWithoutCauses && isMessageOfLibrary(error, signs) ? { isOfLibrary: true } : {}),
    ...(current === undefined ? {} : { currentResourceVersion: resourceVersion(current) }),
    ...(typeof retryAfter === "number" ? { retryAfterSeconds: retryAfter } : {}),
  };
}

/**
 * Whether the message or the path of an error is typical of a GraphQL library. Error codes are no evidence, because the
 * API may use the same codes.
 */
function isMessageOfLibrary(error: JsonObject, { called }: RefusalSigns): boolean {
  const { message } = error;
  return (
    (typeof message === "string" && isSchemaMessage(message)) || isAboutArgument(error, called)
  );
}

function textPath(error: JsonValue, path: string | undefined): JsonValue | undefined {
  return path === undefined ? undefined : valueAt(error, path);
}

/** Returns the first value at a path. An error may contain a list of details, and any of them may have the value. */
function detailAt(error: JsonValue, path: string | undefined): JsonValue | undefined {
  return path === undefined ? undefined : signsAt(error, path)[0];
}

function codeOf(error: JsonObject, words: RefusalWords): string | undefined {
  const own = valueAt(error, words.errors.code);
  // A list of errors inside the error has the code of its first entry.
  const code = own === undefined ? signsAt(error, words.errors.code)[0] : own;
  return typeof code === "string" || typeof code === "number" ? String(code) : undefined;
}

function statusCode({ errors, http }: RefusalSigns): string | undefined {
  return errors.length === 0 && http !== undefined && http >= 400 ? `HTTP ${http}` : undefined;
}

/** Maximum length of a message in an outcome, in characters. */
const longestMessage = 65_536;

function messageOf(error: JsonObject, signs: RefusalSigns): string {
  const message = typeof error["message"] === "string" ? error["message"] : signs.fallbackMessage;
  return copyPrefix(message, longestMessage);
}

function causesOf(error: JsonValue, paths: Pick<ErrorPaths, "causes">): readonly RefusalCause[] {
  const { causes } = paths;
  if (causes === undefined || typeof error !== "object") return [];
  // A bulk mutation returns a list of results.
  const found = valueAt(error, causes.list) ?? itemsAt(error, causes.list);
  // A cause may be just the path of the field, as a string.
  const isFieldAlone = causes.field === "";
  const listed = Array.isArray(found)
    ? found.filter((cause) => isJsonObject(cause) || (isFieldAlone && typeof cause === "string"))
    : soleCause(found, causes.field);
  if (listed.length === 0 && isJsonObject(found)) {
    return isSoleCause(found, causes) ? [] : causesByField(found);
  }
  const isUnsaid = causes.message === "";
  const whole = isUnsaid ? valueAt(error, "message") : undefined;
  return listed.map((cause: JsonValue) => {
    const reason = textPath(cause, causes.reason);
    const field = fieldIn(cause, causes.field);
    const own = isUnsaid && isJsonObject(cause) ? undefined : valueAt(cause, causes.message);
    const message = [joined(own), whole].find((text) => typeof text === "string") ?? "no message";
    return {
      ...(typeof reason === "string" ? { reason } : {}),
      ...(typeof field === "string" ? { field } : {}),
      message: copyPrefix(message, longestMessage),
    };
  });
}

/** Joins the messages of a cause that has several, in a list or by the broken rule. */
function joined(said: JsonValue | undefined): JsonValue | undefined {
  if (!isJsonList(said) && !isJsonObject(said)) return said;
  const texts = Object.values(said).filter((text) => typeof text === "string");
  return texts.length === 0 ? undefined : texts.join("; ");
}

/**
 * Returns the causes in an object whose properties are the invalid fields, each with a message or a list of messages.
 */
function causesByField(found: JsonObject): readonly RefusalCause[] {
  return Object.entries(found).flatMap(([field, said]) => {
    const texts = [said].flat().filter((text) => typeof text === "string");
    return texts.map((text) => ({
      field: fieldPath(field),
      message: copyPrefix(text, longestMessage),
    }));
  });
}

/** Returns the path of the invalid field, given as a string or as a list of its steps. */
function fieldIn(cause: JsonValue, path: string | undefined): JsonValue | undefined {
  const found = textPath(cause, path);
  const isSteps =
    Array.isArray(found) &&
    found.length > 0 &&
    found.every((step) => typeof step === "string" || typeof step === "number");
  if (isSteps) return found.join(".");
  return typeof found === "string" ? fieldPath(found) : found;
}

/** Whether an object is a single cause, even if it names no field, and no map from invalid fields to messages. */
function isSoleCause(
  found: JsonObject,
  { list, field }: NonNullable<ErrorPaths["causes"]>,
): boolean {
  return list === "" || (field !== undefined && field in found);
}

/** Wraps a single cause in a list, if the cause names a field. */
function soleCause(found: JsonValue | undefined, field: string | undefined): readonly JsonValue[] {
  if (!isJsonObject(found)) return [];
  return typeof fieldIn(found, field) === "string" ? [found] : [];
}
