import { defineFault } from "../../store/fault.ts";
import { refuse } from "../../values/refusal.ts";
import type { WriteRequest } from "../../kinds/requests.ts";

/** The generic mutation ends in the update of the whole object, which authorizes itself, last of all. */
export const statusWriteNeedsUpdatePermission = defineFault({
  name: "status-write-needs-update-permission",
  summary: "The generic status mutation demands permission to update the object, too.",
  breaks: [
    "authorization.controller-needs-no-spec-permission",
    "write.stores-submitted-status",
    "write.apply-needs-manager",
    "write.force-belongs-to-apply",
    "write.invalid-manager-refused",
    "write.unknown-validation-mode-refused",
    "isolation.stored-spec-not-validated-again",
    "kinds.served-once-defined",
    "kinds.status-outlives-its-separation",
    "deletion.status-writes-go-on",
    "allocation.decision-is-guarded",
  ],
  change: (rules) => ({
    precondition: (request, stored) => {
      const refusal = rules.precondition(request, stored);
      // A JSON patch has no status yet that could be looked at here.
      const isGenericReport =
        request.verb === "updateStatus" && request.way === "generic" && request.form !== "json";
      if (refusal !== undefined || !isGenericReport || mayUpdate(request)) return refusal;
      if (stored === undefined) return undefined;
      const status = rules.mergeStatus(stored.status, request.content.status ?? {});
      const after = rules.updateStatus(request, stored, status);
      const isValid = rules.validate(request, stored, after).length === 0;
      return isValid ? refuse("FORBIDDEN", "You may not update the object.") : undefined;
    },
  }),
});

function mayUpdate({ identity }: WriteRequest): boolean {
  return identity.grants.some(
    ({ resources, verbs }) => resources.includes("*") && verbs.includes("update"),
  );
}
