import type { Outcome, Refusal } from "#contract";
import { maxAttempts } from "./rate-limits.ts";

/** Number of attempts if earlier retries of rejections with the same words were in vain. */
const attemptsInVain = 2;

/** Number of distinct rejections whose retries were in vain, after which no unknown words are trusted. */
const mostInVain = 3;

/**
 * Learns which inferred rate limits are permanent rejections with similar words, such as an exceeded storage quota.
 * Otherwise, each of them would pause the whole run.
 */
export class InferredLimits {
  readonly #passed = new Set<string>();
  readonly #inVain = new Set<string>();

  /** Maximum number of attempts after a rejection. */
  attemptsAfter(outcome: Outcome): number {
    const words = wordsOf(outcome);
    if (words === undefined || this.#passed.has(words)) return maxAttempts;
    const isDoubtful = this.#inVain.has(words) || this.#inVain.size >= mostInVain;
    return isDoubtful ? attemptsInVain : maxAttempts;
  }

  passed(rejected: Outcome): void {
    const words = wordsOf(rejected);
    if (words !== undefined) this.#passed.add(words);
  }

  wasInVain(rejected: Outcome): void {
    const words = wordsOf(rejected);
    if (words !== undefined) this.#inVain.add(words);
  }
}

function wordsOf(outcome: Outcome): string | undefined {
  if (outcome.result !== "refused" || outcome.refusal.isInferred !== true) return undefined;
  return describeWords(outcome.refusal);
}

/** Numbers and quoted names differ between rejections of the same kind. */
function describeWords({ code = "", message }: Refusal): string {
  return `${code} ${message.replaceAll(/"[^"]*"|'[^']*'|\d+/gu, "…")}`;
}
