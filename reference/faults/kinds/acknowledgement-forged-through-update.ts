import { isJsonObject } from "#contract";
import { defineFault } from "../../store/fault.ts";
import type { WriteRequest } from "../../kinds/requests.ts";
import { overlooking } from "../shared/overlooking.ts";

/** The generic input has a status for the kinds whose status is plain content, and takes it for all. */
export const acknowledgementForgedThroughUpdate = defineFault({
  name: "acknowledgement-forged-through-update",
  summary:
    "A status that comes beside the spec of a generic update is stored as if a controller had reported it.",
  breaks: [
    "allocation.author-cannot-forge",
    "isolation.spec-write-never-changes-status",
    "isolation.status-in-spec-write-is-rejected",
    "isolation.one-way-of-refusing",
    "kinds.status-outlives-its-separation",
  ],
  change: (rules) => ({
    validate: overlooking(rules, ({ field }, request) => isForgery(request) && field === "status"),
    updateObject: (request, stored) => {
      const updated = rules.updateObject(request, stored);
      const { status } = request.content.foreign.beside;
      return isForgery(request) && isJsonObject(status) ? { ...updated, status } : updated;
    },
  }),
});

function isForgery({ verb, way }: WriteRequest): boolean {
  return verb === "update" && way === "generic";
}
