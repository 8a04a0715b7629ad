import type { FaultSign, SeenSign } from "./signs.ts";

/** What it costs that a sign reads otherwise than it was measured: logarithms of probabilities. */
const costs = {
  otherWords: 2.1,
  /** Of a word that is not there, as a part of one that does not belong there: fewer cases say less. */
  unsaidWord: 0.25,
  otherShare: 0.6,
  /** A share of N cases is this over N from what it would be of many. */
  fewCases: 0.5,
} as const;

/** As many cases as most checks have on the reference. */
const manyCases = 8;

/** What a word weighs that says nothing of which mistake it is. */
const leastWeight = 0.3;

/** How little what was seen reads like a measured sign of the same requirement and check: 0 for one that reads alike. */
export type Strangeness = (sign: FaultSign, seen: SeenSign) => number;

/** Compares what was seen with the measured signs of known mistakes. Words that none of these has are a target's own. */
export function strangenessAmong(known: readonly FaultSign[]): Strangeness {
  const vocabulary = new Set(known.flatMap(({ words }) => words));
  const uses = usesOf(known);
  return (sign, { words, share, of }) => {
    const weigh = (all: Iterable<string>): number => weightOf(all, uses.get(keyOf(sign)));
    const own = new Set(sign.words);
    const common = weigh([...own].filter((word) => words.has(word)));
    const missing = weigh([...own].filter((word) => !words.has(word)));
    const others = weigh([...words].filter((word) => !own.has(word) && vocabulary.has(word)));
    // Few cases say less than the many of the reference do, and leave the share open.
    const unsaid = costs.unsaidWord * Math.min(1, of / manyCases) * missing;
    const distance = Math.max(0, Math.abs(sign.share - share) - costs.fewCases / of);
    const all = common + others + unsaid;
    const isOther = all === 0 ? 0 : (others + unsaid) / all;
    return costs.otherWords * isOther + costs.otherShare * distance;
  };
}

/** How many mistakes show by one requirement and check, and how many of them in each word. */
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

/** Words that half of the mistakes show in weigh most; those that all or none of them do tell nothing apart. */
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

/** From 0 to 1, for a share between 0 and 1. */
function entropyOf(share: number): number {
  return -share * Math.log2(share) - (1 - share) * Math.log2(1 - share);
}
