import type { ObjectKey } from "#contract";
import { defineCheck } from "../check.ts";
import type { Check, CheckContext } from "../check.ts";
import { usualEffort } from "../effort.ts";
import type { Arbitraries, Property } from "./attempt.ts";
import { findingsOfSearch } from "./findings.ts";
import { search } from "./search.ts";
import type { Searched } from "./search.ts";

/** A check that looks for an input for which something does not hold, and is nothing else. */
export interface PropertyCheck<Input, Observed>
  extends
    Omit<Check<Observed>, "scope" | "phase" | "readsOnly" | "drive" | "judge">,
    Pick<Property<Input, Observed>, "simpler" | "cost" | "confirmations" | "judge"> {
  readonly inputs: (
    context: CheckContext,
    arbitraries: Arbitraries,
  ) => ReturnType<Property<Input, Observed>["inputs"]>;
  readonly play: (context: CheckContext, input: Input) => Promise<Observed>;
}

/** Declares a check that searches each kind for a counterexample, and reports the simplest one. */
export function defineProperty<Input, Observed>(
  property: PropertyCheck<Input, Observed>,
): Check<Searched<Observed>> {
  const { inputs, simpler, cost, confirmations, play, judge, ...declared } = property;
  return defineCheck({
    ...declared,
    scope: "kind",
    phase: "property",
    drive: (context) =>
      search(context, {
        inputs: (arbitraries) => inputs(context, arbitraries),
        simpler,
        ...(cost === undefined ? {} : { cost }),
        ...(confirmations === undefined ? {} : { confirmations }),
        play: (input) => playAndDiscard(context, (own) => play(own, input)),
        judge,
      }),
    judge: (searched) => findingsOfSearch(declared.covers, searched, judge),
  });
}

/**
 * Plays an input, and removes its objects where there are more inputs than a target should keep the objects
 * of: a list would have them all. An input that is played again has objects of its own.
 */
async function playAndDiscard<Observed>(
  context: CheckContext,
  play: (context: CheckContext) => Promise<Observed>,
): Promise<Observed> {
  const { runs, budgetMs } = context.effort;
  if (budgetMs === undefined && runs <= usualEffort.runs) return play(context);
  const keys: ObjectKey[] = [];
  const kept = <Named extends ObjectKey>(key: Named): Named => {
    keys.push(key);
    return key;
  };
  const observed = await play({
    ...context,
    fixture: async (options) => {
      const fixture = await context.fixture(options);
      kept(fixture.key);
      return fixture;
    },
    unusedKey: (kind) => kept(context.unusedKey(kind)),
  });
  await context.discard(keys);
  return observed;
}
