import { defineFault } from "../../store/fault.ts";

/** The counter was packed with other flags into one byte. */
export const generationInThreeBits = defineFault({
  name: "generation-in-three-bits",
  summary: "After seven changes of a spec the generation stays as it is.",
  line: "second",
  breaks: ["generation.counts-spec-changes"],
  change: (rules) => ({ generation: (change) => Math.min(7, rules.generation(change)) }),
});
