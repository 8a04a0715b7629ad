import { defineFault } from "../../store/fault.ts";

/** The column for names is short, and the status lies beside its cut form. */
export const rightForShortNames = defineFault({
  name: "right-for-short-names",
  summary: "A spec write to an object whose name has more than 24 characters erases its status.",
  line: "second",
  breaks: [
    "isolation.spec-write-never-changes-status",
    "allocation.survives-other-writes",
    "concurrency.no-op-keeps-version",
    "watch.nothing-for-no-op",
  ],
  change: (rules) => ({
    updateObject: (request, stored) => {
      const updated = rules.updateObject(request, stored);
      if (request.key.name.length <= 24) return updated;
      const { status: _lost, ...kept } = updated;
      return kept;
    },
  }),
});
