import { isJsonObject } from "#contract";
import type { JsonValue } from "#contract";
import { truncateText } from "./truncate-text.ts";
import { describeJson } from "./describe-json.ts";

export interface Leaf {
  readonly path: readonly string[];
  readonly value: JsonValue;
}

/** Maximum depth, because a target may nest a response arbitrarily deeply. */
const maximumDepth = 24;

const maxLevels = 6;

/** Maximum number of list items to show. The most relevant ones are shown. */
const maxItems = 3;

/** Maximum length of each leaf in characters, regardless of its relevance. */
const leafCharacters = 200;

/**
 * Formats JSON on one line. A value of at most `limit` characters is complete. A longer value is collapsed around its
 * relevant leaves, with `…` for the rest. Without relevant leaves, its inner levels are collapsed. Output that is still
 * too long is truncated.
 */
export function foldJson(
  value: JsonValue,
  matters: (leaf: Leaf) => boolean,
  limit: number,
): string {
  const whole = describeJson(value, limit);
  if (whole === describeJson(value, Number.MAX_SAFE_INTEGER)) return whole;
  return folded(value, [], matters) ?? outermost(value, limit) ?? whole;
}

/** Formats a value with as many outer levels as fit. Returns undefined if not even one level fits. */
function outermost(value: JsonValue, limit: number): string | undefined {
  for (let levels = maxLevels; levels > 0; levels -= 1) {
    const text = withLevels(value, levels);
    if (text.length <= limit) return text;
  }
  return undefined;
}

function withLevels(value: JsonValue, levels: number): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (isJsonObject(value)) {
    const members = Object.entries(value);
    if (levels === 0 && members.length > 0) return "{…}";
    return `{${members.map(([name, member]) => `${JSON.stringify(name)}: ${withLevels(member, levels - 1)}`).join(", ")}}`;
  }
  if (levels === 0 && value.length > 0) return "[…]";
  return `[${value.map((item) => withLevels(item, levels - 1)).join(", ")}]`;
}

/** Collapses the value around its relevant leaves. Returns undefined if no leaf is relevant. */
function folded(
  value: JsonValue,
  path: readonly string[],
  matters: (leaf: Leaf) => boolean,
): string | undefined {
  if (typeof value !== "object" || value === null) {
    if (!matters({ path, value })) return undefined;
    return truncateText(JSON.stringify(value), leafCharacters);
  }
  if (path.length >= maximumDepth) return undefined;
  const entries = isJsonObject(value) ? Object.entries(value) : [...value.entries()];
  const kept = isJsonObject(value) ? undefined : weightiest(value, path, matters);
  const shown = entries.map(([name, member]) => {
    if (kept?.has(Number(name)) === false) return undefined;
    const text = folded(member, [...path, String(name)], matters);
    if (text === undefined || typeof name === "number") return text;
    return `${JSON.stringify(name)}: ${text}`;
  });
  if (shown.every((text) => text === undefined)) return undefined;
  const inside = shown
    .map((text) => text ?? "…")
    .filter((text, i, all) => text !== "…" || all[i - 1] !== "…")
    .join(", ");
  return isJsonObject(value) ? `{${inside}}` : `[${inside}]`;
}

/** Returns the indexes of the most relevant items. In case of a tie, the first ones win. */
function weightiest(
  items: readonly JsonValue[],
  path: readonly string[],
  matters: (leaf: Leaf) => boolean,
): ReadonlySet<number> {
  const weights = items.map((item, place) => ({
    place,
    weight: [...leavesOf(item, [...path, String(place)])].filter(matters).length,
  }));
  const chosen = weights.toSorted((left, right) => right.weight - left.weight).slice(0, maxItems);
  return new Set(chosen.map(({ place }) => place));
}

export function* leavesOf(value: JsonValue, path: readonly string[] = []): Generator<Leaf> {
  if (typeof value !== "object" || value === null) {
    yield { path, value };
    return;
  }
  if (path.length >= maximumDepth) return;
  const entries = isJsonObject(value) ? Object.entries(value) : [...value.entries()];
  for (const [name, member] of entries) yield* leavesOf(member, [...path, String(name)]);
}
