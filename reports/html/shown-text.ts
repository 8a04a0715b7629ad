import { counted } from "#contract";
import { makeVisible } from "../text/make-visible.ts";

/** Renders an untrusted string as one line of at most `limit` characters, without invisible characters. */
export function shownLine(text: string, limit = 600): string {
  return withRest(makeVisible(clip(text, limit)), text.length - limit);
}

/**
 * Renders an untrusted string as several lines, with at most `limit` characters in total. Keeps line breaks and tabs.
 */
export function shownBlock(text: string, limit: number): string {
  const lines = clip(text, limit).replaceAll(/\r\n?/gu, "\n").split("\n");
  const visible = lines.map((line) => line.split("\t").map(makeVisible).join("\t")).join("\n");
  return withRest(visible, text.length - limit);
}

/**
 * Returns the first `limit` characters of a string. Does not return half of a surrogate pair, and does not read the
 * rest.
 */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const last = text.charCodeAt(limit - 1);
  const splitsPair = last >= 0xd8_00 && last <= 0xdb_ff;
  return text.slice(0, splitsPair ? limit - 1 : limit);
}

function withRest(shown: string, more: number): string {
  return more <= 0 ? shown : `${shown}… (${counted(more, "more character")})`;
}
