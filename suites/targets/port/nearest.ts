/** Maximum edit distance of similar names, relative to the longer one. */
const tolerance = 0.4;

/** Possible corrections of a string that matches no name, nearest first. */
export function nearest(text: string, names: readonly string[], count = 3): readonly string[] {
  const wanted = text.toLowerCase();
  return names
    .map((name) => ({ name, distance: distanceOf(wanted, name.toLowerCase()) }))
    .filter(({ name, distance }) => distance <= tolerance * Math.max(name.length, wanted.length))
    .toSorted((left, right) => left.distance - right.distance)
    .slice(0, count)
    .map(({ name }) => name);
}

/** `; did you mean a or b?`, or an empty string if no name is similar. Appended to an error. */
export function guess(text: string, names: readonly string[]): string {
  const found = nearest(text, names, 2);
  return found.length === 0 ? "" : `; did you mean ${found.join(" or ")}?`;
}

/**
 * The distance between two names. A name that contains the text has distance one, because users often type only part of a name.
 */
function distanceOf(text: string, name: string): number {
  return text.length > 2 && name.includes(text) ? 1 : editDistance(text, name);
}

/** Levenshtein distance. */
function editDistance(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [row, wanted] of left.split("").entries()) {
    const current = [row + 1];
    for (const [column, found] of right.split("").entries()) {
      const replaced = (previous[column] ?? 0) + (wanted === found ? 0 : 1);
      current.push(Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
}
