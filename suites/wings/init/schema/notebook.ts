import type { DialectPath, ObjectOperation } from "#targets/graphql";

/**
 * The confidence of a guess: `high` follows from the schema, from observations or from the user's input, `medium` from
 * common names and shapes, `low` only from convention.
 */
export type Confidence = (typeof confidences)[number];

export const confidences = ["high", "medium", "low"] as const;

/** A guess with its path in the dialect and the reason. */
export interface Guess {
  readonly path: DialectPath;
  readonly confidence: Confidence;
  readonly reason: string;
  readonly alternatives?: readonly string[];
  /** Whether objects of the kind cannot be created until the user changes the entry. */
  readonly isBlocking?: true;
  /** Whether the endpoint rejects the kind as unknown. */
  readonly isUnknownKind?: true;
  /** Whether the endpoint probably reads credentials from a place that no option declares. */
  readonly isElsewhere?: true;
  /** Lines of YAML of an entry that was omitted because it could not be tested. */
  readonly omitted?: readonly string[];
  /** Other operations that may be meant, which only a test can confirm. */
  readonly spares?: readonly ObjectOperation[];
}

/** Whether a guess is about exactly this path. */
export function isAbout({ path }: Pick<Guess, "path">, wanted: readonly string[]): boolean {
  return path.length === wanted.length && wanted.every((step, index) => path[index] === step);
}

export function withAlternatives(reason: string, alternatives: readonly string[]): string {
  return alternatives.length === 0 ? reason : `${reason}; or ${alternatives.join(", ")}`;
}

/** Collects guesses. A later guess about the same path replaces an earlier one. */
export class Notebook {
  readonly #guesses: Map<string, Guess>;

  constructor(guesses: readonly Guess[] = []) {
    this.#guesses = new Map(guesses.map((guess) => [JSON.stringify(guess.path), guess]));
  }

  note(path: DialectPath, confidence: Confidence, reason: string): void {
    this.add({ path, confidence, reason });
  }

  add(guess: Guess): void {
    this.#guesses.set(JSON.stringify(guess.path), guess);
  }

  drop(path: DialectPath): void {
    this.#guesses.delete(JSON.stringify(path));
  }

  at(path: DialectPath): Guess | undefined {
    return this.#guesses.get(JSON.stringify(path));
  }

  get guesses(): readonly Guess[] {
    return [...this.#guesses.values()];
  }
}
