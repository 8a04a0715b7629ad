import { defineFault } from "../../store/fault.ts";

/** Every write with a spec in it counts, whether or not the spec is another one. */
export const generationCountsRepetitions = defineFault({
  name: "generation-counts-repetitions",
  summary: "A spec write that changes nothing is stored, and increases the generation.",
  breaks: [
    "generation.ignores-no-op-writes",
    "concurrency.no-op-keeps-version",
    "watch.nothing-for-no-op",
  ],
  change: (rules) => ({
    isNoOp: (request, before, after) =>
      request.verb !== "update" && rules.isNoOp(request, before, after),
    generation: (change) => {
      const { request, before } = change;
      const isSpecWrite = request.verb === "update" && request.content.spec !== undefined;
      return isSpecWrite ? (before?.metadata.generation ?? 0) + 1 : rules.generation(change);
    },
  }),
});
