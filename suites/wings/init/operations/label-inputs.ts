import type { ArgumentTree } from "#targets/graphql";
import type { Lexicon } from "../schema/lexicon.ts";
import { pairFieldsOf } from "../schema/pair-types.ts";
import { inputFields } from "../schema/root-fields.ts";
import type { Input } from "../schema/root-fields.ts";
import { plain } from "../schema/shapes.ts";
import { wordsOf } from "../schema/value-styles.ts";

export function selectorOf(input: Input, lexicon: Lexicon): ArgumentTree | undefined {
  if (!/selector|^labels$/iu.test(input.name) && !isOfLabels(input, lexicon)) return undefined;
  const members = new Set(inputFields(input).map(({ name }) => name));
  if (members.has("matchLabels")) return { matchLabels: "$selector" };
  return pairFieldsOf(input.type) === undefined ? undefined : "$selectorPairs";
}

/** Whether a filter has the name of the labels, or a name derived from it: `tagged` and `withTags` for `tags`. */
function isOfLabels({ name }: Input, lexicon: Lexicon): boolean {
  const word = labelWord(lexicon);
  const [before = "", after] = plain(name).split(plain(word));
  return word.length >= shortestStem && after !== undefined && !negation.test(before);
}

/** Like {@link isOfLabels}, but one of the words must start with the name of the labels: `tagged`, but not `stage`. */
export function isNamedLikeLabels(input: Input, lexicon: Lexicon): boolean {
  const stem = plain(labelWord(lexicon));
  return isOfLabels(input, lexicon) && wordsOf(input.name).some((word) => word.startsWith(stem));
}

function labelWord({ paths }: Lexicon): string {
  return paths.labels?.split(".").at(-1)?.replace(/s$/u, "") ?? "";
}

/** Matches directly before the labels: `withoutTags` and `untagged`, but not `nodeTags`. */
const negation = /(?:exclud(?:e|ing)|except|ignor(?:e|ing)|^no|not|omit|^un|without)$/iu;

const shortestStem = 3;
