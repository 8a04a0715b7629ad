import { isJsonObject } from "#contract";
import type { JsonValue } from "#contract";
import { foreignPatternGroup } from "#targets";
import type { OutcomeMatcher } from "#targets/graphql";
import { errorOf } from "../schema/error-fields.ts";
import { escaped } from "./error-messages.ts";
import type { ProvokedRefusal } from "../schema/error-fields.ts";

interface VersionMessage {
  readonly message: string;
  readonly current: string;
  /** Strings that are specific to the request. A pattern must not contain them. */
  readonly particulars: readonly string[];
}

/**
 * Adds the group `version` to the message patterns of conflicts whose messages contain the current version after the
 * matched substring. For a conflict with a code, adds a matcher with such a pattern before the existing matcher.
 */
export function withMessageVersions(
  matchers: readonly OutcomeMatcher[],
  refusals: readonly ProvokedRefusal[],
): readonly OutcomeMatcher[] {
  const messages = refusals.flatMap((refusal) => versionMessageOf(refusal) ?? []);
  const fitsAll = (pattern: string): boolean =>
    messages.every((one) => foreignPatternGroup(pattern, one.message, "version") === one.current);
  return matchers.flatMap((matcher): readonly OutcomeMatcher[] => {
    const { reason, message, code, payload } = matcher;
    if (reason !== "conflict") return [matcher];
    if (message === undefined) {
      const isCoded = code !== undefined || payload?.value !== undefined;
      const isShown = payload?.currentResourceVersion !== undefined;
      const found = isCoded && !isShown ? messages.flatMap(endingsOf).find(fitsAll) : undefined;
      return found === undefined ? [matcher] : [{ ...matcher, message: found }, matcher];
    }
    const found = messages.map((one) => patternOf(message, one)).find((one) => one !== undefined);
    return [found !== undefined && fitsAll(found) ? { ...matcher, message: found } : matcher];
  });
}

function versionMessageOf({
  reason,
  exchange,
  current,
  particulars,
}: ProvokedRefusal): VersionMessage | undefined {
  if (reason !== "conflict" || current === undefined) return undefined;
  const error = errorOf(exchange)?.["message"];
  const body = exchange.reply?.body;
  const texts = typeof error === "string" ? [error] : sentencesIn(body ?? null);
  const message = texts.find((text) => placeOf(current, text) >= 0);
  return message === undefined ? undefined : { message, current, particulars };
}

function sentencesIn(value: JsonValue): readonly string[] {
  if (typeof value === "string") return /\S\s+\S/u.test(value) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((inner: JsonValue) => sentencesIn(inner));
  return isJsonObject(value) ? Object.values(value).flatMap(sentencesIn) : [];
}

function placeOf(version: string, text: string): number {
  for (let at = text.indexOf(version); at >= 0; at = text.indexOf(version, at + 1)) {
    const [before = "", after = ""] = [text[at - 1], text[at + version.length]];
    if (!/[\w./-]/u.test(before) && !/[\w/-]/u.test(after)) return at;
  }
  return -1;
}

/** Maximum number of words that identify the version after them. */
const maxWords = 4;

/** Returns patterns for a version that follows several words of a message, the longest first. */
function endingsOf(of: VersionMessage): readonly string[] {
  const { message, current } = of;
  const at = placeOf(current, message);
  const words = message.slice(0, at).split(/(?<=\s)/u);
  const general = words.slice(words.findLastIndex((word) => isParticular(word, of)) + 1);
  const end = endAfter(message.slice(at + current.length), of);
  const count = Math.min(maxWords, general.length);
  return Array.from({ length: count }, (_, index) => {
    const text = general.slice(index - count).join("");
    return `${escaped(text)}${end}`;
  });
}

function isParticular(text: string, { particulars }: VersionMessage): boolean {
  return particulars.some((one) => placeOf(one, text) >= 0);
}

/** Returns a pattern for a version and the text that delimits it, up to the first digit or particular. */
function endAfter(rest: string, { particulars }: VersionMessage): string {
  const places = particulars.map((one) => placeOf(one, rest)).filter((place) => place >= 0);
  const digit = rest.search(/\p{N}/u);
  const length = Math.min(endLength, ...places, ...(digit >= 0 ? [digit] : []));
  const after = rest.slice(0, length);
  if (rest === "") return String.raw`(?<version>\S+)$`;
  return after === "" ? String.raw`(?<version>\S+)` : String.raw`(?<version>\S+?)${escaped(after)}`;
}

/** Maximum number of characters after a version that delimit it. */
const endLength = 8;

/** Extends a pattern to the version that follows its match in the message. The group `version` captures it. */
function patternOf(pattern: string, of: VersionMessage): string | undefined {
  const { message, current } = of;
  const upTo = foreignPatternGroup(`(?<before>${pattern})`, message, "before");
  if (upTo === undefined) return undefined;
  const rest = message.slice(message.indexOf(upTo) + upTo.length);
  const at = rest.indexOf(current);
  if (at < 0 || isParticular(rest.slice(0, at), of)) return undefined;
  const end = endAfter(rest.slice(at + current.length), of);
  return `${pattern}${escaped(rest.slice(0, at))}${end}`;
}
