import { foreignPatternFits } from "#targets";
import { mixed, pick } from "./attack.ts";
import type { AttackFamily } from "./attack.ts";

const atoms = [
  "a",
  "[a-z-]",
  "(a|a)",
  "(a*)",
  "(a+)+",
  "(a|aa)+",
  "(.*)",
  "(\\w+\\s?)*",
  "(x+x+)+",
];

const quantifiers = ["", "*", "+", "{1,20}", "?"];

/** Time limit in milliseconds. A linear matcher takes far less, and a backtracking one takes far more. */
const longestMs = 20_000;

/** A pattern matcher, and its time limit in milliseconds. */
interface Matcher {
  readonly fits: (source: string, text: string) => unknown;
  readonly mostMs: number;
}

/** Matches patterns like those of hostile schemas and dialects. Most of them cause exponential backtracking. */
export const patternFamily = ({ fits, mostMs }: Matcher): AttackFamily => ({
  name: "pattern",
  proves: "every pattern from outside is matched in linear time",
  weight: 5,
  attempt: ({ random }) => {
    const repeated = (): string => `(${mixed(random, atoms, 4)})${pick(random, quantifiers)}`;
    const source = `^${repeated()}${repeated()}!$`;
    const startedMs = performance.now();
    fits(source, "a".repeat(40 + random.below(2_000)));
    const tookMs = performance.now() - startedMs;
    return Promise.resolve(tookMs > mostMs ? [`${source} took ${Math.round(tookMs)} ms`] : []);
  },
});

export const patternAttacks: AttackFamily = patternFamily({
  fits: foreignPatternFits,
  mostMs: longestMs,
});
