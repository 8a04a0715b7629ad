import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { timeoutStatuses } from "../../wire/http/failures.ts";

export interface ThrottlingSigns {
  readonly errors: readonly JsonValue[];
  readonly http?: number;
  readonly retryAfterSeconds?: number;
  /** Set if no request is left in the current period. */
  readonly exhausted?: object;
  /** Other texts about the rejection, such as the reason of a closed socket. */
  readonly texts?: readonly string[];
  /** Whether the request changes nothing, so that it can be repeated even if it was executed. */
  readonly isRead: boolean;
}

/**
 * Whether a rejection that the dialect does not classify indicates a rate limit: by HTTP, by its code, by its words or
 * by a delay that no other code contradicts. After a server error, a write may have taken effect, so only a code
 * counts.
 */
export function indicatesThrottling(signs: ThrottlingSigns): boolean {
  const { errors, http, texts = [], isRead } = signs;
  if (http === 429) return true;
  if (timeoutStatuses.has(http)) return false;
  const leaves = errors.flatMap((error) => leavesIn(error));
  const said = [...texts, ...leaves.flatMap(textIn)];
  if (said.some(isThrottlingCode)) return true;
  if (http !== undefined && http >= 500 && !isRead) return false;
  return said.some(isThrottlingMessage) || (hasDelay(signs, leaves, said) && fits(leaves, said));
}

/** Whether a code or a message indicates a rate limit. */
export function isThrottlingText(text: string): boolean {
  return isThrottlingCode(text) || isThrottlingMessage(text);
}

function isThrottlingCode(text: string): boolean {
  const code = text.replaceAll(/[^a-z0-9]/giu, "");
  return isCode(text) && throttlingCode.test(code) && !invalidCode.test(code);
}

function isThrottlingMessage(text: string): boolean {
  return !isCode(text) && throttlingWords.some((words) => words.test(text));
}

const throttlingCode =
  /throttl|ratelimit|ratesexceeded|rateexceeded|toomany(?:requests|calls)|slowdown|(?:request|call)s?(?:limit|quota|rate)?exceeded|^(?:api|usage|rate)?quotaexceeded$|^(?:http)?429$/iu;

/** A code about a field with the name of a rate limit. */
const invalidCode =
  /invalid|illegal|bad|must|required|missing|notfound|unknown|negative|positive|toohigh|toolow|toolarge|toosmall|range|format|unsupported|exists/iu;

/**
 * Words that occur only in messages about a rate limit. Excludes messages that state what a field with such a name must
 * be.
 */
const throttlingWords: readonly RegExp[] = [
  /(?<![.\w"'`])throttled\b(?!["'`]|\s+(?:must|is|should|has|can|cannot)\b)/iu,
  /(?<![.\w"'`])rate[ -]?limited\b/iu,
  /\brate[ -]?limits?\b(?:\W+(?:is|was|has|been|already)\b)*\W+(?:exceeded|reached|hit)\b/iu,
  /\b(?:exceeded|reached|hit)\b[^.]*\brate[ -]?limits?\b/iu,
  /\btoo many (?:requests|calls)\b/iu,
  /\bexceeded\b[^.]*(?:\b(?:requests?|calls?|api) quota\b|\bquota of (?:requests|calls)\b|\b(?:requests|calls) per \w)/iu,
  /\b(?:requests?|calls?|api) quota\b[^.]*\b(?:exceeded|exhausted|reached)\b/iu,
];

/** Words and codes that indicate a rate limit only in addition to a delay. */
const loadWords =
  /\bthrottl|\brate[ -]?limit|\bslow(?:ing)? down\b|\btoo (?:fast|often|quickly|frequently)\b|\b(?:requests?|calls?) per \w|\bquota\b|\boverload|\babuse detection\b/iu;
const loadCode = /limit|quota|overload|exhausted|toofast|toooften/iu;

const delayName = /^retry(?:after|in)(?:ms|millis|milliseconds|s|secs?|seconds)?$/iu;
const delayWords = /\bretry (?:in|after) [\d.]*[1-9]/iu;
const codeName = /status|code|http/iu;
const ownCodeName = /code|kind|reason|type|category|class/iu;

/** Names of fields that refer to a part of the request, such as the invalid field. */
const placeName =
  /field|path|pointer|propert|argument|param|attribute|column|input|target|location|source|variable|stack/iu;

const longestCode = 64;

function isCode(text: string): boolean {
  return text.length <= longestCode && !/\s/u.test(text);
}

/** Maximum depth of the objects that are searched, in levels. */
const mostLevels = 4;

type Leaf = readonly [name: string, value: JsonValue];

/**
 * The members of an error and of the objects in it. Lists are omitted, because they may be stack traces, and so are
 * references to a part of the request.
 */
function leavesIn(error: JsonValue, level = 0): readonly Leaf[] {
  if (!isJsonObject(error) || level > mostLevels) return [];
  return Object.entries(ownFields(error, level)).flatMap(([name, value]) => {
    if (placeName.test(name)) return [];
    return isJsonObject(value) ? leavesIn(value, level + 1) : [[name, value] as const];
  });
}

/**
 * Whether a rejection requests a delay, and its HTTP status does not give the delay another meaning. Words must confirm
 * that a 403 is not a missing permission, and that a used-up quota is the cause.
 */
function hasDelay(
  { http = 200, retryAfterSeconds = 0, exhausted }: ThrottlingSigns,
  leaves: readonly Leaf[],
  said: readonly string[],
): boolean {
  const isWorded = said.some((text) => loadWords.test(text));
  if (http === 403) return isWorded && (retryAfterSeconds > 0 || exhausted !== undefined);
  if (http >= 400 && http !== 503) return false;
  return (
    (isWorded && exhausted !== undefined) ||
    retryAfterSeconds > 0 ||
    leaves.some(isDelay) ||
    said.some((text) => delayWords.test(text) && loadWords.test(text))
  );
}

function isDelay([name, value]: Leaf): boolean {
  if (!delayName.test(name.replaceAll(/[^a-z]/giu, ""))) return false;
  return typeof value === "number" ? value > 0 : typeof value === "string" && parseFloat(value) > 0;
}

/** Whether a rejection with a delay has no code of its own, or its code or its words fit a rate limit. */
function fits(leaves: readonly Leaf[], said: readonly string[]): boolean {
  const codes = leaves.flatMap(([name, value]) =>
    ownCodeName.test(name) && typeof value === "string" && /[a-z]/iu.test(value) ? [value] : [],
  );
  return (
    codes.length === 0 ||
    codes.some((code) => loadCode.test(code.replaceAll(/[^a-z0-9]/giu, ""))) ||
    said.some((text) => loadWords.test(text))
  );
}

/** The text of a leaf, or its numeric code. A text of several lines is a stack trace. */
function textIn([name, value]: Leaf): readonly string[] {
  if (typeof value === "number") return codeName.test(name) ? [String(value)] : [];
  return typeof value === "string" && !value.includes("\n") ? [value] : [];
}

/** Returns an error without `data`, `path` and `locations`, because they describe the request or its result. */
function ownFields(error: JsonObject, level: number): JsonObject {
  if (level > 0) return error;
  const { path: _path, locations: _locations, data: _data, ...own } = error;
  return own;
}
