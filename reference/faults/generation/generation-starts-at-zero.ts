import { defineFault } from "../../store/fault.ts";

/** The count begins where counts begin in programs. */
export const generationStartsAtZero = defineFault({
  name: "generation-starts-at-zero",
  summary: "A new object has generation 0.",
  breaks: ["generation.starts-at-one"],
  change: (rules) => ({
    generation: (change) => rules.generation(change) - (change.before === undefined ? 1 : 0),
  }),
});
