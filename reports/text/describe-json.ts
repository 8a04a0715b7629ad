import { isJsonObject } from "#contract";
import type { JsonValue } from "#contract";
import { truncateText } from "./truncate-text.ts";

/** Maximum depth, because a target may nest a response arbitrarily deeply. */
const maximumDepth = 24;

/** Formats JSON on one line of at most `limit` characters. Contains spaces at which it can be wrapped. */
export function describeJson(value: JsonValue, limit: number): string {
  return truncateText(spaced(value, 0), limit);
}

function spaced(value: JsonValue, depth: number): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (depth >= maximumDepth) return "…";
  if (isJsonObject(value)) {
    const members = Object.entries(value);
    return `{${members.map(([name, member]) => `${JSON.stringify(name)}: ${spaced(member, depth + 1)}`).join(", ")}}`;
  }
  return `[${value.map((item) => spaced(item, depth + 1)).join(", ")}]`;
}
