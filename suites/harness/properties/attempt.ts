import type * as fc from "fast-check";
import { SetupFailed } from "../session/check.ts";
import type { CheckContext } from "../session/check.ts";
import type * as arbitraries from "./arbitraries.ts";
import type { Judgement } from "./sequence-judgement.ts";
import type { SearchPath } from "./path.ts";

export type Arbitraries = typeof arbitraries;

/** A property that holds for every input, with a search for counterexamples. */
export interface Property<Input, Observed> {
  readonly inputs: (arbitraries: Arbitraries) => fc.Arbitrary<Input>;
  /** Cost of one input, measured in command sequences: it is tried proportionally less often. 1 by default. */
  readonly cost?: number;
  /**
   * How often an input must break the same requirement to be reported, or to replace a less simple one: more than once
   * if chance is involved, so that it can be reproduced. Once by default.
   */
  readonly confirmations?: number;
  /** Simplifications of an input, simplest first; deterministic. */
  simpler(input: Input): Iterable<Input>;
  play(input: Input): Promise<Observed>;
  /** Pure. */
  judge(observed: Observed): Judgement;
}

/** An input and its path. */
export interface Candidate<Input> {
  readonly path: SearchPath;
  readonly input: Input;
}

/** An input that was played, and the result. */
export interface Attempt<Input, Observed> extends Candidate<Input> {
  readonly observed: Observed;
  readonly judgement: Judgement;
}

export interface Attempting<Input, Observed> {
  readonly context: CheckContext;
  readonly property: Property<Input, Observed>;
  /** Whether it is too late to start another one. */
  readonly isLate: () => boolean;
}

/** Plays candidates concurrently. Those that are too late are skipped; the others keep their order. */
export async function attemptAll<Input, Observed>(
  { context, property, isLate }: Attempting<Input, Observed>,
  candidates: readonly Candidate<Input>[],
): Promise<readonly Attempt<Input, Observed>[]> {
  const attempts = await Promise.all(
    candidates.map((candidate) =>
      context.inTurn(async (): Promise<Attempt<Input, Observed> | undefined> => {
        if (isLate()) return undefined;
        const observed = await playPrepared(property, candidate.input);
        return { ...candidate, observed, judgement: property.judge(observed) };
      }),
    ),
  );
  return attempts.filter((attempt) => attempt !== undefined);
}

/** Plays an input, and again with new objects if the creation of an object got no reply. */
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
