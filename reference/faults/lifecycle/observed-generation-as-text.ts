import { defineFault } from "../../store/fault.ts";

/** Whole numbers of 64 bits are written as texts, to be safe. */
export const observedGenerationAsText = defineFault({
  name: "observed-generation-as-text",
  summary: "The observed generation of a run-time kind is a text in lists.",
  breaks: [
    "readiness.observed-generation-is-an-integer",
    "write.visible-to-later-reads",
    "write.status-default-is-visible",
    "readiness.same-for-every-reader",
    "allocation.survives-other-writes",
  ],
  change: (rules) => ({
    listed: (access, states) => {
      const object = rules.listed(access, states);
      const observed = object?.status?.["observedGeneration"];
      return access.way === "typed" || typeof observed !== "number" || object === undefined
        ? object
        : { ...object, status: { ...object.status, observedGeneration: String(observed) } };
    },
  }),
});
