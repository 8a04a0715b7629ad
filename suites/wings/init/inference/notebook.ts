import type { DialectPath } from "#targets/graphql";

/**
 * How sure a guess is: `high` follows from the schema alone, `medium` from usual names and shapes, `low` from
 * only custom.
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
  /** Other candidates, if known. */
  readonly alternatives?: readonly string[];
}

/** A reason, and what else it could be. */
export function withAlternatives(reason: string, alternatives: readonly string[]): string {
  return alternatives.length === 0 ? reason : `${reason}; or ${alternatives.join(", ")}`;
}

/** Collects the guesses of one inference. A later guess about the same place takes the place of an earlier one. */
export class Notebook {
  readonly #guesses: Map<string, Guess>;

  /** Goes on from guesses that were made before. */
  constructor(guesses: readonly Guess[] = []) {
    this.#guesses = new Map(guesses.map((guess) => [JSON.stringify(guess.path), guess]));
  }

  note(path: DialectPath, confidence: Confidence, reason: string): void {
    this.add({ path, confidence, reason });
  }

  add(guess: Guess): void {
    this.#guesses.set(JSON.stringify(guess.path), guess);
  }

  /** Forgets what was noted about a place. */
  drop(path: DialectPath): void {
    this.#guesses.delete(JSON.stringify(path));
  }

  /** What was noted about a place last. */
  at(path: DialectPath): Guess | undefined {
    return this.#guesses.get(JSON.stringify(path));
  }

  get guesses(): readonly Guess[] {
    return [...this.#guesses.values()];
  }
}
