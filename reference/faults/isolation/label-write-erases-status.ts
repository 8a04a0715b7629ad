import { defineFault } from "../../store/fault.ts";

/** The shorter of two ways to update an object forgets a part of it. */
export const labelWriteErasesStatus = defineFault({
  name: "label-write-erases-status",
  summary: "A write of labels alone stores the object without its status.",
  breaks: [
    "isolation.spec-write-never-changes-status",
    "kinds.plain-status-is-stored",
    "kinds.plain-status-is-validated",
    "allocation.survives-other-writes",
  ],
  change: (rules) => ({
    updateObject: (request, stored) => {
      const updated = rules.updateObject(request, stored);
      if (request.content.spec !== undefined) return updated;
      const { status: _erased, ...kept } = updated;
      return kept;
    },
  }),
});
