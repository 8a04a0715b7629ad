import { defineFault } from "../fault.ts";
import { refuse } from "../refusal.ts";
import type { WriteRequest } from "../requests.ts";

/** The generic mutation ends in the update of the whole object, which authorizes itself, last of all. */
export const statusWriteNeedsUpdatePermission = defineFault({
  name: "status-write-needs-update-permission",
  summary: "The generic status mutation demands permission to update the object, too.",
  breaks: ["authorization.controller-needs-no-spec-permission", "write.stores-submitted-status"],
  change: (rules) => ({
    precondition: (request, stored) => {
      const refusal = rules.precondition(request, stored);
      const isGenericReport = request.verb === "updateStatus" && request.way === "generic";
      if (refusal !== undefined || !isGenericReport || mayUpdate(request)) return refusal;
      const isValid = rules.validate(request, stored).length === 0;
      return isValid ? refuse("FORBIDDEN", "You may not update the object.") : undefined;
    },
  }),
});

function mayUpdate({ identity }: WriteRequest): boolean {
  return identity.grants.some(
    ({ subresource, verbs }) => subresource === "" && verbs.includes("update"),
  );
}
