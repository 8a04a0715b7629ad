import { defineFault } from "../../store/fault.ts";

/** An author's write replaces the whole object. */
export const statusErasedBySpecWrite = defineFault({
  name: "status-erased-by-spec-write",
  summary: "A spec write stores the object without its status.",
  breaks: [
    "isolation.spec-write-never-changes-status",
    "concurrency.no-op-keeps-version",
    "watch.nothing-for-no-op",
    "kinds.plain-status-is-stored",
    "kinds.plain-status-is-validated",
    "allocation.survives-other-writes",
  ],
  change: (rules) => ({
    updateObject: (request, stored) => {
      const { status: _erased, ...updated } = rules.updateObject(request, stored);
      return updated;
    },
  }),
});
