import type * as fc from "fast-check";
import { SetupFailed } from "../session/check.ts";
import type { CheckContext } from "../session/check.ts";
import type * as arbitraries from "./arbitraries.ts";
import { OutOfTime } from "./out-of-time.ts";
import type { Judgement } from "./sequence-judgement.ts";

export type Arbitraries = typeof arbitraries;

export interface Property<Input, Observed> {
  readonly inputs: (arbitraries: Arbitraries) => fc.Arbitrary<Input>;
  /**
   * The cost of an input relative to a command sequence. The higher the cost, the fewer inputs are tried. Defaults to
   * 1.
   */
  readonly cost?: number;
  /**
   * Number of times that an input must violate the same requirement before it is reported or replaces a less simple
   * input. More than 1 if the outcome is nondeterministic, to ensure that the violation can be reproduced. Defaults to
   * 1.
   */
  readonly confirmations?: number;
  /** Simplifications of an input, simplest first. Must be deterministic. */
  simpler(input: Input): Iterable<Input>;
  play(input: Input): Promise<Observed>;
  /** Must be pure. */
  judge(observed: Observed): Judgement;
}

export interface Candidate<Input> {
  readonly path: SearchPath;
  readonly input: Input;
}

export interface Attempt<Input, Observed> extends Candidate<Input> {
  readonly observed: Observed;
  readonly judgement: Judgement;
}

export interface Attempting<Input, Observed> {
  readonly context: CheckContext;
  readonly property: Property<Input, Observed>;
  readonly isLate: () => boolean;
}

/** Plays inputs concurrently, and returns the results in order. Omits inputs that do not start or finish in time. */
export async function attemptAll<Input, Observed>(
  { context, property, isLate }: Attempting<Input, Observed>,
  candidates: readonly Candidate<Input>[],
): Promise<readonly Attempt<Input, Observed>[]> {
  const attempts = await Promise.all(
    candidates.map((candidate) =>
      context.inTurn(async (): Promise<Attempt<Input, Observed> | undefined> => {
        if (isLate()) return undefined;
        try {
          const observed = await playPrepared(property, candidate.input);
          return { ...candidate, observed, judgement: property.judge(observed) };
        } catch (error) {
          if (error instanceof OutOfTime) return undefined;
          throw error;
        }
      }),
    ),
  );
  return attempts.filter((attempt) => attempt !== undefined);
}

/** Plays an input. Retries once with new objects if the request that creates an object received no response. */
async function playPrepared<Input, Observed>(
  property: Property<Input, Observed>,
  input: Input,
): Promise<Observed> {
  try {
    return await property.play(input);
  } catch (error) {
    if (!(error instanceof SetupFailed && error.isLost)) throw error;
    return property.play(input);
  }
}

/** The path to a counterexample: the number of the input, and the simplifications taken. */
interface SearchPath {
  /** Number of the random input, from 0. */
  readonly input: number;
  /** The index of each simplification among the candidates, from 0. */
  readonly turns: readonly number[];
}

export function printPath({ input, turns }: SearchPath): string {
  return [input, ...turns].join(":");
}

export function parsePath(text: string): SearchPath | undefined {
  if (!/^\d{1,6}(?::\d{1,6})*$/u.test(text) || text.length > 4000) return undefined;
  const [input = 0, ...turns] = text.split(":").map(Number);
  return { input, turns };
}
