import { signsAt } from "#targets/graphql";
import { errorOf, resultOf } from "../schema/error-fields.ts";
import type { ProvokedRefusal } from "../schema/error-fields.ts";
import { payloadPaths } from "./error-details.ts";

export const shortestMessage = 6;

export function messageOf(refusal: ProvokedRefusal): string {
  return messagePlaceIn(refusal)?.text ?? "";
}

export function messagePlaceIn(
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

/** Each message is compared with all others, many times. */
const generalMessages = new WeakMap<ProvokedRefusal, string>();

/** Returns the longest substring of a message that is not specific to an object. */
export function generalMessage(refusal: ProvokedRefusal): string {
  const known = generalMessages.get(refusal) ?? generalPartOf(refusal);
  generalMessages.set(refusal, known);
  return known;
}

function generalPartOf(refusal: ProvokedRefusal): string {
  return longestOf(generalParts(refusal));
}

/** Returns the substrings of a message that are not specific to an object. */
export function generalParts(refusal: ProvokedRefusal): readonly string[] {
  return (
    refusal.particulars
      .reduce<readonly string[]>(
        (texts, text) => texts.flatMap((part) => part.split(text)),
        [messageOf(refusal)],
      )
      // Drops words with a digit as a whole, because an id can end with letters.
      .flatMap((part) => part.split(/[\p{L}\d_-]*\d[\p{L}\d_-]*/u))
  );
}

/** Returns the code with which a message starts, such as `E_404` or `[ERR-17]`. Undefined for a word. */
export function leadingCode(refusal: ProvokedRefusal): string | undefined {
  const [code] = /^\[?[A-Z][A-Z\d_-]*(?![\w-])/u.exec(messageOf(refusal)) ?? [];
  return code !== undefined && /[_\d-]/u.test(code) && code.length >= shortestCode
    ? code
    : undefined;
}

const shortestCode = 3;

function longestOf(texts: readonly string[]): string {
  return texts.toSorted((left, right) => right.length - left.length)[0]?.trim() ?? "";
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
export function sharedText(left: string, right: string): string {
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
