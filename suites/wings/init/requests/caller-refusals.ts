import { isJsonObject } from "#contract";
import type { Exchange } from "#targets";
import { errorOf } from "../schema/error-fields.ts";

/**
 * Whether an error concerns the caller: a missing or invalid credential, or a missing permission. Such an error does
 * not describe the sent values, even if its message contains "is required".
 *
 * @param fields Fields of the input. A message about one of them may contain "token" or "role" as its name.
 */
export function isAboutCaller(exchange: Exchange, fields: Iterable<string> = []): boolean {
  const { outcome, reply } = exchange;
  if (outcome.result === "refused") {
    const { reason } = outcome.refusal;
    if (reason === "unauthenticated" || reason === "forbidden") return true;
  }
  if (callerStatuses.has(reply?.status ?? 0)) return true;
  const error = errorOf(exchange);
  if (isJsonObject(error?.["extensions"]) && hasCallerCode(error["extensions"])) return true;
  const text = messageOf(exchange);
  if (callerPhrases.test(text)) return true;
  const words = new Set(text.toLowerCase().split(/[^\p{L}\p{N}_]+/u));
  const isAboutField = [...fields].some((name) => words.has(name.toLowerCase()));
  return !isAboutField && callerWords.test(text);
}

function messageOf({ outcome }: Exchange): string {
  if (outcome.result === "refused") return outcome.refusal.message;
  return outcome.result === "unintelligible" ? outcome.detail : "";
}

/** Unauthorized, Forbidden, Proxy Authentication Required. */
const callerStatuses: ReadonlySet<number> = new Set([401, 403, 407]);

/** Matches codes such as `invalid-jwt` or `ACCESS_DENIED`. */
function hasCallerCode(extensions: Readonly<Record<string, unknown>>): boolean {
  return Object.values(extensions).some(
    (value) => typeof value === "string" && !/\s/u.test(value) && callerCode.test(value),
  );
}

const callerCode =
  /^(?:40[137]|.*(?:unauth|forbidden|access[-_.]?denied|permission|not[-_.]?allowed|credential|jwt|(?:invalid|expired|missing)[-_.]?token|token[-_.]?(?:invalid|expired|missing)).*)$/iu;

/** Phrases that always concern the caller. */
const callerPhrases =
  /\b(?:unauthenticated|unauthori[sz]ed|not (?:authenticated|authori[sz]ed|logged in|signed in)|(?:access|permission) (?:is |was )?denied|(?:lacks?|missing|insufficient|no|without|(?:not|n't) have)(?: the| sufficient| a| any)? (?:required )?(?:permissions?|privileges?|credentials?)|(?:not|n't) (?:allowed|permitted) to (?:access|call|change|create|delete|modify|perform|read|see|update|use|view|write)\b|authentication (?:is )?(?:required|failed|needed)|(?:valid|invalid|expired|malformed|missing|bad) (?:jwt|bearer|access token|api[ -]?key|credentials?)|bearer token|authorization header|(?:account|caller|client|principal|role|subject|user) (?:\S{1,80} )?(?:cannot|can't|may not|must not) (?:access|call|change|create|delete|get|list|modify|patch|perform|read|see|update|use|view|watch|write)\b)/iu;

/** Words that concern the caller, unless the message names a field of the input. */
const callerWords =
  /\b(?:jwts?|bearer|credentials?|api[ _-]?keys?|tokens?|authenticat\w+|authori[sz]ation|log(?:ged)?[ -]?in|sign(?:ed)?[ -]?in|sessions?|permissions?|privileges?|forbidden|denied|roles?|scopes?)\b/iu;
