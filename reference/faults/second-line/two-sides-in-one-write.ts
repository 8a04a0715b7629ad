import { jsonEquals } from "#contract";
import { defineFault } from "../../store/fault.ts";

/** Of the two sides that a write changes, only the first is noticed. */
export const twoSidesInOneWrite = defineFault({
  name: "two-sides-in-one-write",
  summary: "A write that changes labels and spec together keeps the generation.",
  line: "second",
  breaks: ["generation.counts-spec-changes"],
  change: (rules) => ({
    generation: (change) => {
      const { before, after } = change;
      const isSame = jsonEquals(before?.metadata.labels, after?.metadata.labels);
      if (before === undefined || isSame) return rules.generation(change);
      return before.metadata.generation ?? 1;
    },
  }),
});
