import { jsonEquals } from "#contract";
import { defineFault } from "../../store/fault.ts";

/** Whatever an author writes counts. */
export const generationCountsMetadata = defineFault({
  name: "generation-counts-metadata",
  summary: "A change of labels or annotations increases the generation.",
  breaks: ["generation.ignores-metadata-writes", "generation.counts-spec-changes"],
  change: (rules) => ({
    generation: (change) => {
      const { before, after } = change;
      const isChanged =
        before !== undefined &&
        (!jsonEquals(before.metadata.labels, after?.metadata.labels) ||
          !jsonEquals(before.metadata.annotations, after?.metadata.annotations));
      return rules.generation(change) + (isChanged ? 1 : 0);
    },
  }),
});
