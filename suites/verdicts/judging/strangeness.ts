import type { FaultSign, SeenSign } from "./signs.ts";

/** Costs of differences between a sign and its measurement, as logarithms of probabilities. */
const costs = {
  otherWords: 2.1,
  /** Cost of a missing word, relative to an unexpected one. Fewer cases cost less. */
  unsaidWord: 0.25,
  otherShare: 0.6,
  /** Cost of a different share for a sign with N cases: this value divided by N. */
  fewCases: 0.5,
} as const;

/** The number of cases that most checks have on the reference. */
const manyCases = 8;

/** Weight of a word that does not distinguish mistakes. */
const leastWeight = 0.3;

/** How much a finding differs from a measured sign of the same requirement and check. 0 if they are equal. */
export type Strangeness = (sign: FaultSign, seen: SeenSign) => number;

/**
 * Compares findings with the measured signs of known mistakes. Words that none of the signs has are specific to the
 * target.
 */
export function strangenessAmong(known: readonly FaultSign[]): Strangeness {
  const vocabulary = new Set(known.flatMap(({ words }) => words));
  const uses = usesOf(known);
  return (sign, { words, share, of }) => {
    const weigh = (all: Iterable<string>): number => weightOf(all, uses.get(keyOf(sign)));
    const own = new Set(sign.words);
    const common = weigh([...own].filter((word) => words.has(word)));
    const missing = weigh([...own].filter((word) => !words.has(word)));
    const others = weigh([...words].filter((word) => !own.has(word) && vocabulary.has(word)));
    // Few cases are weaker evidence than the many cases of the reference.
    const unsaid = costs.unsaidWord * Math.min(1, of / manyCases) * missing;
    const distance = Math.max(0, Math.abs(sign.share - share) - costs.fewCases / of);
    const all = common + others + unsaid;
    const isOther = all === 0 ? 0 : (others + unsaid) / all;
    return costs.otherWords * isOther + costs.otherShare * distance;
  };
}

/** Number of mistakes that show by a requirement and check, and how many have each word. */
interface Uses {
  count: number;
  readonly byWord: Map<string, number>;
}

function usesOf(known: readonly FaultSign[]): ReadonlyMap<string, Uses> {
  const uses = new Map<string, Uses>();
  for (const sign of known) {
    const own = uses.get(keyOf(sign)) ?? { count: 0, byWord: new Map<string, number>() };
    own.count += 1;
    for (const word of sign.words) own.byWord.set(word, (own.byWord.get(word) ?? 0) + 1);
    uses.set(keyOf(sign), own);
  }
  return uses;
}

function keyOf({ requirement, check }: FaultSign): string {
  return `${requirement} ${check}`;
}

/** Words that half of the mistakes have weigh most; words that all or none have distinguish nothing. */
function weightOf(words: Iterable<string>, uses: Uses | undefined): number {
  let weight = 0;
  for (const word of words) {
    if (uses === undefined || uses.count < 2) weight += 1;
    else {
      const share = ((uses.byWord.get(word) ?? 0) + 0.5) / (uses.count + 1);
      weight += leastWeight + (1 - leastWeight) * entropyOf(share);
    }
  }
  return weight;
}

/** For a share between 0 and 1; the result is between 0 and 1. */
function entropyOf(share: number): number {
  return -share * Math.log2(share) - (1 - share) * Math.log2(1 - share);
}
