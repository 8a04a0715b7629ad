import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { timeoutStatuses } from "../../wire/http/failures.ts";

export interface ThrottlingSigns {
  readonly errors: readonly JsonValue[];
  readonly http?: number;
  readonly retryAfterSeconds?: number;
  /** Other texts about the rejection, such as the reason of a closed socket. */
  readonly texts?: readonly string[];
  /** Whether the request changes nothing, so that it can be repeated even if it was executed. */
  readonly isRead: boolean;
}

/**
 * Whether a rejection that the dialect does not classify indicates a rate limit: by HTTP, by the name of a field with a
 * delay, by its code or by its words. Such a rejection has no other meaning that the request could have caused.
 */
export function indicatesThrottling(signs: ThrottlingSigns): boolean {
  const { errors, http, retryAfterSeconds, texts = [], isRead } = signs;
  if (http === 429) return true;
  if (timeoutStatuses.has(http)) return false;
  // A server error with a delay may follow a write that took effect.
  const isServerError = http !== undefined && http >= 500;
  const countsDelays = !isServerError || (http === 503 && isRead);
  if (countsDelays && (retryAfterSeconds !== undefined || errors.some(namesDelay))) return true;
  return [...texts, ...errors.flatMap((error) => textsIn(error))].some(isThrottlingText);
}

/** Whether a code or a message indicates a rate limit. */
export function isThrottlingText(text: string): boolean {
  return isCode(text)
    ? throttlingCode.test(text.replaceAll(/[^a-z0-9]/giu, ""))
    : throttlingWords.test(text);
}

const throttlingCode =
  /throttl|ratelimit|ratesexceeded|rateexceeded|toomany(?:requests|calls)|slowdown|(?:request|call|quota)s?(?:limit|quota)?exceeded|^(?:http)?429$/iu;

const throttlingWords =
  /\bthrottl(?:ed|ing)\b|\brate[ -]limit(?:ed|ing|s)?\b|\bratelimit(?:ed|ing)\b|\btoo many (?:requests|calls)\b|\bslow(?:ing)? down\b|\bretry (?:in|after) \d|\b(?:requests?|calls?) per (?:second|minute|hour|day)\b|\bquota\b.*\b(?:exceeded|exhausted|reached|used)\b|\b(?:exceed\w*|exhausted|over)\b.*\bquota\b/iu;

const delayName = /^retry(?:after|in)/iu;
const codeName = /status|code|http/iu;

const longestCode = 64;

function isCode(text: string): boolean {
  return text.length <= longestCode && !/\s/u.test(text);
}

/** Maximum depth of the objects that are searched, in levels. */
const mostLevels = 4;

/** The members of an error and of the objects in it. Lists are omitted, because they may be stack traces. */
function leavesIn(error: JsonValue, level = 0): readonly (readonly [string, JsonValue])[] {
  if (!isJsonObject(error) || level > mostLevels) return [];
  return Object.entries(ownFields(error, level)).flatMap(([name, value]) =>
    isJsonObject(value) ? leavesIn(value, level + 1) : [[name, value] as const],
  );
}

function namesDelay(error: JsonValue): boolean {
  return leavesIn(error).some(
    ([name, value]) =>
      delayName.test(name.replaceAll(/[^a-z]/giu, "")) &&
      (typeof value === "number" || typeof value === "string"),
  );
}

/** The texts of an error, with numeric codes. A text of several lines is a stack trace. */
function textsIn(error: JsonValue): readonly string[] {
  return leavesIn(error).flatMap(([name, value]) => {
    if (typeof value === "number") return codeName.test(name) ? [String(value)] : [];
    return typeof value === "string" && !value.includes("\n") ? [value] : [];
  });
}

/** The data of an error's own fields. Other standard fields describe the request. */
function ownFields(error: JsonObject, level: number): JsonObject {
  if (level > 0) return error;
  const { path: _path, locations: _locations, data: _data, ...own } = error;
  return own;
}
