import { isSelected } from "#verdicts";

export interface KindWords {
  readonly named: readonly string[];
  readonly patterns: readonly string[];
  readonly isMeant: (name: string) => boolean;
}

/** Whether a word of `--kind` is a pattern or an exclusion. */
export function isKindPattern(word: string): boolean {
  return word.includes("*") || word.startsWith("!");
}

/** Parses the words of `--kind`. Exclusions without other words apply to all kinds. */
export function readKindWords(words: readonly string[]): KindWords {
  const patterns = words.filter(isKindPattern);
  const excluded = patterns.filter((word) => word.startsWith("!")).map((word) => word.slice(1));
  const wanted = patterns.filter((word) => !word.startsWith("!"));
  const named = words.filter((word) => !isKindPattern(word));
  const only = wanted.length === 0 && named.length === 0 ? ["*"] : wanted;
  const isMeant = (name: string): boolean =>
    only.length > 0 && isSelected({ only, skip: excluded }, name);
  return { named, patterns: wanted, isMeant };
}
