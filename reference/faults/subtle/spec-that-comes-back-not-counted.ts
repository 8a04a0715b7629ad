import type { JsonObject } from "#contract";
import { jsonEquals } from "#contract";
import { defineFault } from "../../store/fault.ts";

/** The generation is the number of different specs, and not of changes. */
export const specThatComesBackNotCounted = defineFault({
  name: "spec-that-comes-back-not-counted",
  summary: "A change back to a spec that the object had before keeps the generation.",
  breaks: ["generation.counts-spec-changes"],
  phase: "property",
  change: (rules) => {
    const specs = new Map<string, JsonObject[]>();
    return {
      announce: (outcome) => {
        if (outcome.result === "committed" && outcome.before?.spec !== undefined) {
          const { uid } = outcome.after.metadata;
          specs.set(uid, [...(specs.get(uid) ?? []), outcome.before.spec]);
        }
        return rules.announce(outcome);
      },
      generation: (change) => {
        const { before, after } = change;
        const earlier = specs.get(before?.metadata.uid ?? "") ?? [];
        const isKnown = earlier.some((spec) => jsonEquals(spec, after?.spec));
        const isChanged = !jsonEquals(before?.spec, after?.spec);
        return isKnown && isChanged ? (before?.metadata.generation ?? 1) : rules.generation(change);
      },
    };
  },
});
