import { escapedUnits, invisibleCharacters } from "#contract";
import type { Gap } from "./gaps.ts";

/**
 * Renders the gaps of a dialect as comments that the user can turn into entries. If the dialect lists its features, the
 * list must also contain those of the new entries.
 */
export function gapComments(gaps: readonly Gap[], isListed = false): readonly string[] {
  if (gaps.length === 0) return [];
  const heading = "# To complete: replace the words in capitals with names from the schema.";
  const listed =
    "# Also list the features of these entries under features, e.g. watch and watch.namespace.";
  return [
    heading,
    ...(isListed ? [listed] : []),
    ...gaps.flatMap(({ place, problem, stub }) => [
      "#",
      `# ${place}: ${visible(problem)}`,
      ...stub.map((line) => `#   ${visible(line)}`),
    ]),
  ];
}

function visible(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").slice(0, 400);
  return line.replaceAll(invisibleCharacters, escapedUnits);
}
