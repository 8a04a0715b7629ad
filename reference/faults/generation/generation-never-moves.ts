import { defineFault } from "../../store/fault.ts";

/** The generation is set at creation, and nobody counts. */
export const generationNeverMoves = defineFault({
  name: "generation-never-moves",
  summary: "A change of the spec keeps the generation.",
  breaks: [
    "generation.counts-spec-changes",
    "generation.counts-requested-deletion",
    "generation.counts-plain-status",
    "readiness.never-current-unobserved",
    "allocation.answer-belongs-to-its-generation",
  ],
  change: (rules) => ({
    generation: (change) => change.before?.metadata.generation ?? rules.generation(change),
  }),
});
