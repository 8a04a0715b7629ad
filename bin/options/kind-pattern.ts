import { isSelected } from "#verdicts";

/** Words of `--kind`, by what they mean. */
export interface KindWords {
  /** Kinds by their names. */
  readonly named: readonly string[];
  /** Whether patterns mean a kind by its name. */
  readonly isMeant: (name: string) => boolean;
}

/** Whether a word of `--kind` is a pattern, or takes a kind out of what patterns mean. */
export function isKindPattern(word: string): boolean {
  return word.includes("*") || word.startsWith("!");
}

/** Reads words of `--kind`. What is only excluded is excluded from all kinds. */
export function readKindWords(words: readonly string[]): KindWords {
  const patterns = words.filter(isKindPattern);
  const excluded = patterns.filter((word) => word.startsWith("!")).map((word) => word.slice(1));
  const wanted = patterns.filter((word) => !word.startsWith("!"));
  const named = words.filter((word) => !isKindPattern(word));
  const only = wanted.length === 0 && named.length === 0 ? ["*"] : wanted;
  const isMeant = (name: string): boolean =>
    only.length > 0 && isSelected({ only, skip: excluded }, name);
  return { named, isMeant };
}
