/** The literal parts of a pattern, with a placeholder between any two. */
export type PathPattern = readonly string[];

/** Parses `/orders/{id}`: a placeholder stands for one segment of a path, or a part of it. */
export function parsePathPattern(text: string): PathPattern {
  return text.split(/\{[^{}]*\}/u);
}

/** Returns the start of a path or URI that matches, if the match ends with a segment. */
export function matchedPath(text: string, pattern: PathPattern): string | undefined {
  let at = 0;
  for (const [i, literal] of pattern.entries()) {
    if (i > 0) {
      const end = endOfSegment(text, at);
      const found = literal === "" ? end : text.indexOf(literal, at + 1);
      if (found <= at || found > end) return undefined;
      at = found;
    }
    if (!text.startsWith(literal, at)) return undefined;
    at += literal.length;
  }
  return at === endOfSegment(text, at) ? text.slice(0, at) : undefined;
}

function endOfSegment(text: string, from: number): number {
  const offset = text.slice(from).search(/[/?#]/u);
  return offset < 0 ? text.length : from + offset;
}
