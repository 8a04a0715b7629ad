import { isJsonObject } from "#contract";

/**
 * Maximum depth of the search. Histories are at the top level of a check's observations, or one or two levels below.
 */
const mostDepth = 4;

/** Maximum number of list items to search. If a list contains a history, the history is among the first items. */
const mostItems = 16;

/**
 * The histories in the observations of a check, in the format of `npx conformance check-history`. A history may be a
 * single text, a list of lines, or a list of parsed lines.
 */
export function findHistories(observations: unknown, depth = 0): readonly string[] {
  const text = historyOf(observations);
  if (text !== undefined) return [text];
  if (depth >= mostDepth || typeof observations !== "object" || observations === null) return [];
  return Object.values(observations)
    .slice(0, mostItems)
    .flatMap((member: unknown) => findHistories(member, depth + 1));
}

function historyOf(value: unknown): string | undefined {
  if (typeof value === "string") return isHeader(value) ? value : undefined;
  if (!Array.isArray(value)) return undefined;
  const lines: readonly unknown[] = value;
  const [first] = lines;
  if (typeof first === "string" && isHeader(first)) return lines.map(String).join("\n");
  const isParsed = isJsonObject(first) && first["history"] === 1 && "versions" in first;
  return isParsed ? lines.map((line) => JSON.stringify(line)).join("\n") : undefined;
}

function isHeader(text: string): boolean {
  return /^\uFEFF?\s*\{\s*"history"\s*:\s*1\b/u.test(text.slice(0, 200));
}
