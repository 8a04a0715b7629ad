import { defineFault } from "../../store/fault.ts";

/** A status is up to date until somebody says otherwise. */
export const observedGenerationKeptCurrent = defineFault({
  name: "observed-generation-kept-current",
  summary: "A change of the spec moves the observed generation along.",
  breaks: [
    "allocation.answer-belongs-to-its-generation",
    "readiness.never-current-unobserved",
    "isolation.spec-write-never-changes-status",
    "concurrency.no-op-keeps-version",
    "watch.nothing-for-no-op",
    "allocation.survives-other-writes",
  ],
  change: (rules) => ({
    updateObject: (request, stored) => {
      const updated = rules.updateObject(request, stored);
      const observed = updated.status?.["observedGeneration"];
      const isCurrent = observed === stored.metadata.generation;
      return request.content.spec === undefined || !isCurrent || typeof observed !== "number"
        ? updated
        : { ...updated, status: { ...updated.status, observedGeneration: observed + 1 } };
    },
  }),
});
