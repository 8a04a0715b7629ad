import { defineFault } from "../../store/fault.ts";

/** Every stored write counts as a change of the spec. */
export const generationMovesWithStatus = defineFault({
  name: "generation-moves-with-status",
  summary: "A status write increases the generation.",
  breaks: ["generation.ignores-status-writes", "readiness.same-for-every-reader"],
  change: (rules) => ({
    generation: (change) =>
      rules.generation(change) + (change.request.verb === "updateStatus" ? 1 : 0),
  }),
});
