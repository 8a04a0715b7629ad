import { isJsonObject, jsonEquals, resourceVersion } from "#contract";
import type { JsonObject, JsonValue, Refusal, RefusalCause } from "#contract";
import type { ErrorPaths, OutcomeMatcher, PayloadPaths } from "../dialect/dialect.ts";
import type { OperationVerb } from "../dialect/operations.ts";
import { foreignPatternFits } from "../../port/foreign-pattern.ts";
import { beginningOf } from "../../wire/http/beginning.ts";
import { readVersion } from "./object-reader.ts";
import { signsAt, valueAt } from "../schema/paths.ts";
import { isSchemaError } from "./schema-words.ts";

/** What a refusal can be recognised by. */
export interface RefusalSigns {
  readonly verb: OperationVerb;
  /** Entries of `errors`, whatever they are. */
  readonly errors: readonly JsonValue[];
  readonly http?: number;
  readonly closeCode?: number;
  /** What the server said when it closed the connection. */
  readonly closeReason?: string;
  readonly retryAfterSeconds?: number;
  /** Says what happened where no error does. */
  readonly fallbackMessage: string;
  /** What was called. Absent if unknown. */
  readonly called?: { readonly field: string; readonly arguments: readonly string[] };
}

/** The parts of a dialect that sort refusals. */
export interface RefusalWords {
  readonly outcomes: readonly OutcomeMatcher[];
  readonly errors: ErrorPaths;
}

/**
 * Sorts a refusal by the first matcher that fits its first error, or else its next one. Where none fits
 * it is `unclassified`.
 */
export function classifyRefusal(words: RefusalWords, signs: RefusalSigns): Refusal {
  const errors = signs.errors.map((error) => (isJsonObject(error) ? error : {}));
  const candidates = errors.length === 0 ? [{}] : errors;
  for (const error of candidates) {
    const matcher = words.outcomes.find((one) => fitsError(one, error, { words, signs }));
    if (matcher !== undefined) return refusalOf(matcher.reason, error, { words, signs });
  }
  return refusalOf(usualReason(signs), candidates[0] ?? {}, { words, signs });
}

/** What stands in front of a server refuses by status alone, in words that no dialect can know. */
const usualReasons: ReadonlyMap<number, Refusal["reason"]> = new Map([
  [401, "unauthenticated"],
  [403, "forbidden"],
  [422, "invalid"],
  [429, "rateLimited"],
]);

/**
 * Where there is no GraphQL error, HTTP itself says what the status means; and what a library says of a request
 * that does not fit the schema is the same for all APIs that use it.
 */
function usualReason({ errors, http, called }: RefusalSigns): Refusal["reason"] {
  const isOfSchema = (error: JsonValue): boolean =>
    isJsonObject(error) && (isSchemaError(error) || isAboutArgument(error, called));
  if (errors.some(isOfSchema)) return "invalid";
  if (errors.length > 0 || http === undefined) return "unclassified";
  return usualReasons.get(http) ?? "unclassified";
}

/**
 * gqlgen reads arguments after the request was validated, and says of a scalar of the endpoint's own what its
 * parser says. The path leads to the argument, where results have no field.
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

/** Whether a matcher names what carried no GraphQL error: by HTTP status, by close code, or by its text. */
export function isNamedRefusal(words: RefusalWords, signs: RefusalSigns): boolean {
  return words.outcomes.some((matcher) => {
    const { http, closeCode, message } = matcher;
    const names = http !== undefined || closeCode !== undefined || message !== undefined;
    return names && fitsError(matcher, {}, { words, signs });
  });
}

/** A result without errors, and where it came from. */
export interface SilentResult {
  readonly verb: OperationVerb;
  /** The value of the field that was called. */
  readonly value: JsonValue;
  /** What stands where the object belongs. */
  readonly object: JsonValue | undefined;
}

/** The refusal that a result without errors stands for: a field of the payload, or a null. `undefined` for none. */
export function silentRefusal(words: RefusalWords, result: SilentResult): Refusal | undefined {
  const matcher = words.outcomes.find((one) => fitsResult(one, result));
  if (matcher === undefined) return unknownRefusal(words, result);
  const { payload } = matcher;
  const path = payload?.currentResourceVersion;
  const current = path === undefined ? undefined : readVersion(signsAt(result.value, path)[0]);
  const paths = words.errors.payload ?? {};
  const code = payload && payloadCode(result.value, payload.path, paths);
  const [message] = paths.message === undefined ? [] : signsAt(result.value, paths.message);
  const usual = payload === undefined ? "the result is null" : `the result carries ${payload.path}`;
  return {
    reason: matcher.reason,
    ...(code === undefined ? {} : { code }),
    message: typeof message === "string" ? beginningOf(message, longestMessage) : usual,
    causes: causesOf(result.value, paths),
    ...(current === undefined ? {} : { currentResourceVersion: resourceVersion(current) }),
  };
}

/** Where no object is, and the payload says that something went wrong, it is a refusal that no matcher knows. */
function unknownRefusal(
  { errors: { payload } }: RefusalWords,
  { value, object }: SilentResult,
): Refusal | undefined {
  if (payload === undefined || (object !== null && object !== undefined)) return undefined;
  const [message] = payload.message === undefined ? [] : signsAt(value, payload.message);
  const causes = causesOf(value, payload);
  const [first] = causes;
  const said = typeof message === "string" ? message : first?.message;
  if (said === undefined) return undefined;
  const [found] = payload.code === undefined ? [] : signsAt(value, payload.code);
  const code = typeof found === "string" ? found : first?.reason;
  return {
    reason: "unclassified",
    ...(code === undefined ? {} : { code }),
    message: beginningOf(said, longestMessage),
    causes,
  };
}

/**
 * What tells a program why a result is a refusal: the code that stands in it, else the value by which it was
 * recognised. A field without a plain value stands there for this and nothing else, and its name says as much.
 */
function payloadCode(value: JsonValue, path: string, { code }: PayloadPaths): string {
  const [found] = signsAt(value, code ?? path);
  if (typeof found === "string" && found !== "") return beginningOf(found, longestMessage);
  return typeof found === "number" ? String(found) : path;
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

function fitsMessage(pattern: string, error: JsonObject, signs: RefusalSigns): boolean {
  const said = [messageOf(error, signs), signs.closeReason ?? []].flat();
  return said.some((text) => foreignPatternFits(pattern, text));
}

function fitsResult(matcher: OutcomeMatcher, { verb, value, object }: SilentResult): boolean {
  if (!fitsVerb(matcher, verb)) return false;
  if (matcher.nullResult === true) return object === null;
  const { payload } = matcher;
  if (payload === undefined) return false;
  // A list of what went wrong is there without entries as well, where nothing did.
  const found = signsAt(value, payload.path);
  const { value: wanted } = payload;
  return wanted === undefined ? found.length > 0 : found.some((one) => jsonEquals(one, wanted));
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
  const current = readVersion(textPath(error, currentResourceVersion));
  const retryAfter = textPath(error, retryAfterSeconds) ?? signs.retryAfterSeconds;
  return {
    reason,
    ...(code === undefined ? {} : { code }),
    message: messageOf(error, signs),
    causes: signs.errors.flatMap((one) => causesOf(one, words.errors)),
    ...(current === undefined ? {} : { currentResourceVersion: resourceVersion(current) }),
    ...(typeof retryAfter === "number" ? { retryAfterSeconds: retryAfter } : {}),
  };
}

function textPath(error: JsonValue, path: string | undefined): JsonValue | undefined {
  return path === undefined ? undefined : valueAt(error, path);
}

function codeOf(error: JsonObject, words: RefusalWords): string | undefined {
  const code = valueAt(error, words.errors.code);
  return typeof code === "string" || typeof code === "number" ? String(code) : undefined;
}

/** Where there is no GraphQL error, the status of the reply is the code that programs go by. */
function statusCode({ errors, http }: RefusalSigns): string | undefined {
  return errors.length === 0 && http !== undefined && http >= 400 ? `HTTP ${http}` : undefined;
}

/** How much of a message is read, in characters. The reply has all of it. */
const longestMessage = 65_536;

function messageOf(error: JsonObject, signs: RefusalSigns): string {
  const message = typeof error["message"] === "string" ? error["message"] : signs.fallbackMessage;
  return beginningOf(message, longestMessage);
}

function causesOf(error: JsonValue, paths: Pick<ErrorPaths, "causes">): readonly RefusalCause[] {
  const { causes } = paths;
  if (causes === undefined || !isJsonObject(error)) return [];
  const found = valueAt(error, causes.list);
  // A cause may be no more than the field that it is about.
  const isFieldAlone = causes.field === "";
  const told = Array.isArray(found)
    ? found.filter((cause) => isJsonObject(cause) || (isFieldAlone && typeof cause === "string"))
    : soleCause(found, causes.field);
  // One that says nothing of its own is explained by the error.
  const whole = causes.message === "" ? error["message"] : undefined;
  return told.map((cause: JsonValue) => {
    const reason = textPath(cause, causes.reason);
    const field = textPath(cause, causes.field);
    const own = valueAt(cause, causes.message);
    const message = [own, whole].find((text) => typeof text === "string") ?? "no message";
    return {
      ...(typeof reason === "string" ? { reason } : {}),
      ...(typeof field === "string" ? { field } : {}),
      message: beginningOf(message, longestMessage),
    };
  });
}

/** A cause that stands alone where a list could, if it names a field. */
function soleCause(found: JsonValue | undefined, field: string | undefined): readonly JsonValue[] {
  if (!isJsonObject(found)) return [];
  return typeof textPath(found, field) === "string" ? [found] : [];
}
