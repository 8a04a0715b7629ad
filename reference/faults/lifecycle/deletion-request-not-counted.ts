import { defineFault } from "../../store/fault.ts";

/** The generation is counted from the spec alone. */
export const deletionRequestNotCounted = defineFault({
  name: "deletion-request-not-counted",
  summary: "A deletion that waits for finalizers keeps the generation.",
  breaks: ["generation.counts-requested-deletion"],
  change: (rules) => ({
    generation: (change) => {
      const { before, request } = change;
      const isRequest = request.verb === "delete" && before?.metadata.generation !== undefined;
      return isRequest ? before.metadata.generation : rules.generation(change);
    },
  }),
});
