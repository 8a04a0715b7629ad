import type { DialectPath } from "#targets/graphql";

/**
 * How sure a guess is: `high` follows from the schema alone, `medium` from usual names and shapes, `low` from
 * nothing but custom.
 */
export type Confidence = (typeof confidences)[number];

/** All degrees, from the surest. */
export const confidences = ["high", "medium", "low"] as const;

/** One thing that was guessed, where it stands in the dialect, and why. */
export interface Guess {
  readonly path: DialectPath;
  readonly confidence: Confidence;
  /** What in the schema, or in an answer, led to it. */
  readonly reason: string;
}

/** A reason, and what else it could be. */
export function withAlternatives(reason: string, alternatives: readonly string[]): string {
  return alternatives.length === 0 ? reason : `${reason}; or ${alternatives.join(", ")}`;
}

/** Collects the guesses of one inference. A later guess about the same place takes the place of an earlier one. */
export class Notebook {
  readonly #guesses = new Map<string, Guess>();

  note(path: DialectPath, confidence: Confidence, reason: string): void {
    this.#guesses.set(JSON.stringify(path), { path, confidence, reason });
  }

  get guesses(): readonly Guess[] {
    return [...this.#guesses.values()];
  }
}
