import type * as fc from "fast-check";
import { SetupFailed } from "../session/check.ts";
import type { CheckContext } from "../session/check.ts";
import type * as arbitraries from "./arbitraries.ts";
import type { Judgement } from "./judgement.ts";
import type { SearchPath } from "./path.ts";

/** What inputs are made of: fast-check as `fc`, and what this suite often makes with it. */
export type Arbitraries = typeof arbitraries;

/** Something that holds for every input, and how to find an input for which it does not. */
export interface Property<Input, Observed> {
  readonly inputs: (arbitraries: Arbitraries) => fc.Arbitrary<Input>;
  /** What one input costs, measured in sequences of commands: it is tried that much less often. 1 by default. */
  readonly cost?: number;
  /**
   * How often an input must break the same requirement to be told, or to be taken instead of one that is
   * less simple: more than once where chance has a part in it, so that it can be played again. Once by default.
   */
  readonly confirmations?: number;
  /** Simpler inputs than a given one, the simplest first; always the same ones. */
  simpler(input: Input): Iterable<Input>;
  play(input: Input): Promise<Observed>;
  /** Pure. */
  judge(observed: Observed): Judgement;
}

/** An input, and where it stands among all that there are. */
export interface Candidate<Input> {
  readonly path: SearchPath;
  readonly input: Input;
}

/** An input that was played, and what that shows. */
export interface Attempt<Input, Observed> extends Candidate<Input> {
  readonly observed: Observed;
  readonly judgement: Judgement;
}

/** What candidates are played with. */
export interface Attempting<Input, Observed> {
  readonly context: CheckContext;
  readonly property: Property<Input, Observed>;
  /** Whether it is too late to start with another one. */
  readonly isLate: () => boolean;
}

/** Plays candidates side by side. Those whose turn comes too late are omitted; the others keep their order. */
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

/** Plays an input, and again with fresh objects if the creation of an object got no reply. */
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
