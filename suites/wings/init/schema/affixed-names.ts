import { plain } from "./shapes.ts";
import { wordsOf } from "./value-styles.ts";

/** Affixes that distinguish an argument from a field of the same name, as in database functions. */
const usualAffix = /^(?:arg|argument|in|input|new|p|param|parameter|val|value)$/u;

/** Words that change the meaning of a field, such as a precondition, a range or a negation. */
const meaningfulAffix =
  /^(?:after|before|by|count|current|expect(?:ed|s)?|for|from|has|id|ids|if|is|known|last|match|max|maximum|min|minimum|next|no|not|of|old|only|on|or|prev|previous|prior|seen|since|to|until|when|where|with|without)$/u;

/**
 * Returns the fields that inputs with an affix set: `phase` for `newPhase` or `p_phase`. Several inputs of the call
 * share the affix, unless it is a usual one.
 *
 * @param names Names of inputs that match no field.
 * @param members Names of the fields that no other input of the call sets.
 */
export function affixedNames(
  names: readonly string[],
  members: readonly string[],
): ReadonlyMap<string, string> {
  const found = names.flatMap((name) => splitsOf(name, members));
  const counts = countsOf(found.map(({ affix }) => affix));
  const accepted = found.filter(
    ({ affix }) => usualAffix.test(affix) || (counts.get(affix) ?? 0) > 1,
  );
  const setters = countsOf(accepted.map(({ member }) => member));
  return new Map(
    accepted
      .filter(({ member }) => setters.get(member) === 1)
      .map(({ name, member }) => [name, member]),
  );
}

interface Split {
  readonly name: string;
  readonly affix: string;
  readonly member: string;
}

function splitsOf(name: string, members: readonly string[]): readonly Split[] {
  const words = wordsOf(name);
  const [first = "", last = ""] = [words[0], words.at(-1)];
  const splits = [
    { affix: first, rest: words.slice(1) },
    { affix: last, rest: words.slice(0, -1) },
  ];
  return splits.flatMap(({ affix, rest }) => {
    const member = members.find((one) => plain(one) === rest.join(""));
    return member === undefined || meaningfulAffix.test(affix) ? [] : [{ name, affix, member }];
  });
}

function countsOf(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
