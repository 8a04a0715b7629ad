import { defineCheck } from "../check.ts";
import type { Check, CheckContext } from "../check.ts";
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
        play: (input) => play(context, input),
        judge,
      }),
    judge: (searched) => findingsOfSearch(declared.covers, searched, judge),
  });
}
