import { namesFailure } from "#contract";
import type { JsonValue } from "#contract";
import { usualCode } from "../schema/error-fields.ts";
import type { ProvokedRefusal } from "../schema/error-fields.ts";
import { ownSigns } from "./refusal-signs.ts";
import { payloadSigns } from "./payload-signs.ts";
import { codeIn, codePath } from "./code-path.ts";
import { generalMessage, messageOf, sharedText } from "./error-messages.ts";
import { withoutQuotations } from "./quotations.ts";

/** Two messages have the same meaning if their common substring is at least this fraction of the shorter one. */
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
 * Whether two errors without a code have the same HTTP status, and messages that differ only in quoted text, such as
 * the name of the caller.
 */
function differsOnlyInQuotes(one: ProvokedRefusal, other: ProvokedRefusal): boolean {
  const [left, right] = [one, other].map((refusal) => ({
    status: refusal.exchange.reply?.status,
    message: withoutQuotations(messageOf(refusal)),
  }));
  return left?.message !== "" && left?.status === right?.status && left?.message === right?.message;
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
    const code = codeIn(one, codeAt);
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
  const codeOf = (one: ProvokedRefusal): JsonValue | undefined => codeIn(one, codeAt);
  const isForbidden = (one: ProvokedRefusal): boolean => {
    const code = codeOf(one);
    const isAlike = (other: ProvokedRefusal): boolean =>
      typeof code === "string"
        ? codeOf(other) === code
        : isSameRefusal(one, other) || differsOnlyInQuotes(one, other);
    return forbidden.some(isAlike) && !others.some(isAlike);
  };
  return anonymous.length > 0 && anonymous.every(isForbidden);
}
