/** Maximum edit distance of similar names, relative to the longer name. */
const tolerance = 0.4;

/**
 * Maximum edit distance of a similar part of a name, relative to the longer of the two. Smaller than `tolerance`,
 * because a name has many parts.
 */
const partTolerance = 0.25;

/**
 * Returns possible corrections of a string that matches no name, nearest first. Compares the string with the full name
 * and with its parts, because users often type only a part.
 */
export function nearest(text: string, names: readonly string[], count = 3): readonly string[] {
  const wanted = text.toLowerCase();
  return names
    .flatMap((name) => {
      const distance = distanceOf(wanted, name.toLowerCase());
      return distance === undefined ? [] : [{ name, distance }];
    })
    .toSorted((left, right) => left.distance - right.distance)
    .slice(0, count)
    .map(({ name }) => name);
}

/** Returns `; did you mean a or b?`, or an empty string if no name is similar. Appended to an error message. */
export function guess(text: string, names: readonly string[]): string {
  const found = nearest(text, names, 2);
  return found.length === 0 ? "" : `; did you mean ${found.join(" or ")}?`;
}

/** Penalty if only a part of a name matches, so that matches of full names come first. */
const ofPart = 0.5;

/**
 * Returns the distance of a string from a name or from the nearest of its parts. Returns undefined if neither the name
 * nor a part is similar.
 */
function distanceOf(text: string, name: string): number | undefined {
  const whole = tolerated(text, name, tolerance);
  if (whole === 0) return 0;
  if (text.length > 2 && name.includes(text)) return ofPart;
  const parts = partsOf(name).flatMap((part) => tolerated(text, part, partTolerance) ?? []);
  const all = [...(whole === undefined ? [] : [whole]), ...parts.map((one) => one + ofPart)];
  return all.length === 0 ? undefined : Math.min(...all);
}

function tolerated(text: string, name: string, share: number): number | undefined {
  const distance = editDistance(text, name);
  return distance <= share * Math.max(name.length, text.length) ? distance : undefined;
}

/** Maximum number of consecutive words that form a part of a name. */
const maxWords = 3;

/** Returns sequences of consecutive words in a name with several words: `status.patch` for `status.patch.merge`. */
function partsOf(name: string): readonly string[] {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2);
  if (words.length < 2) return [];
  return words.flatMap((_, start) =>
    Array.from({ length: maxWords }, (__, more) => words.slice(start, start + more + 1).join(".")),
  );
}

/** Number of letters in a name per permitted typo. A shorter name may have one typo. */
const lettersPerMistake = 5;

/** Whether a string is so similar to a name that it is almost certainly a misspelling of the name. */
export function isMisspelling(text: string, name: string): boolean {
  const distance = editDistance(text.toLowerCase(), name.toLowerCase());
  return distance > 0 && distance <= Math.max(1, Math.floor(name.length / lettersPerMistake));
}

/** Computes the Levenshtein distance. A swap of two adjacent letters counts as one edit. */
function editDistance(left: string, right: string): number {
  let beforePrevious: readonly number[] = [];
  let previous: readonly number[] = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [row, wanted] of left.split("").entries()) {
    const current = [row + 1];
    for (const [column, found] of right.split("").entries()) {
      const replaced = (previous[column] ?? 0) + (wanted === found ? 0 : 1);
      const isSwapped = row > 0 && wanted === right[column - 1] && left[row - 1] === found;
      const swapped = isSwapped ? (beforePrevious[column - 1] ?? 0) + 1 : Infinity;
      const edited = Math.min((previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1);
      current.push(Math.min(replaced, swapped, edited));
    }
    [beforePrevious, previous] = [previous, current];
  }
  return previous.at(-1) ?? 0;
}
