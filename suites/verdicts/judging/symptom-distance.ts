import type { FaultSign, SeenSign } from "./signs.ts";

/** Costs of differences between a symptom and its measurement, as negative logarithms of probabilities. */
const costs = {
  otherWords: 2.1,
  /** Weight of a missing word relative to an unexpected word. It is lower if there are few cases. */
  unsaidWord: 0.25,
  otherShare: 0.6,
  /** For a symptom with N cases, a difference of up to this value divided by N in the share costs nothing. */
  fewCases: 0.5,
} as const;

/** Number of cases that most checks have on the reference server. */
const manyCases = 8;

/** Minimum weight of a word, for words that do not distinguish faults. */
const minWeight = 0.3;

/** Distance between a finding and a measured symptom of the same requirement and check; 0 if they are equal. */
export type SymptomDistance = (sign: FaultSign, seen: SeenSign) => number;

/**
 * Returns a function that compares findings with the measured symptoms of known faults. It ignores words that occur in
 * none of the symptoms, because they are specific to the target.
 */
export function symptomDistanceAmong(known: readonly FaultSign[]): SymptomDistance {
  const vocabulary = new Set(known.flatMap(({ words }) => words));
  const uses = usesOf(known);
  return (sign, { words, share, of }) => {
    const weigh = (all: Iterable<string>): number => weightOf(all, uses.get(keyOf(sign)));
    const own = new Set(sign.words);
    const common = weigh([...own].filter((word) => words.has(word)));
    const missing = weigh([...own].filter((word) => !words.has(word)));
    const others = weigh([...words].filter((word) => !own.has(word) && vocabulary.has(word)));
    // A few cases are weaker evidence than the many cases of the measurement on the reference server.
    const unsaid = costs.unsaidWord * Math.min(1, of / manyCases) * missing;
    const distance = Math.max(0, Math.abs(sign.share - share) - costs.fewCases / of);
    const all = common + others + unsaid;
    const isOther = all === 0 ? 0 : (others + unsaid) / all;
    return costs.otherWords * isOther + costs.otherShare * distance;
  };
}

/**
 * For one requirement and check: the number of faults with a symptom, and the number of symptoms that contain each
 * word.
 */
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

/**
 * Computes the total weight of words. A word that occurs for half of the faults has the maximum weight. A word that
 * occurs for all or none has almost the minimum weight.
 */
function weightOf(words: Iterable<string>, uses: Uses | undefined): number {
  let weight = 0;
  for (const word of words) {
    if (uses === undefined || uses.count < 2) weight += 1;
    else {
      const share = ((uses.byWord.get(word) ?? 0) + 0.5) / (uses.count + 1);
      weight += minWeight + (1 - minWeight) * entropyOf(share);
    }
  }
  return weight;
}

/** Computes the entropy of a share between 0 and 1. The result is between 0 and 1. */
function entropyOf(share: number): number {
  return -share * Math.log2(share) - (1 - share) * Math.log2(1 - share);
}
