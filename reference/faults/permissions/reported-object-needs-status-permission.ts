import { defineFault } from "../../store/fault.ts";
import { refuse } from "../../values/refusal.ts";

/** The object is written back with its status, for which permission is asked. */
export const reportedObjectNeedsStatusPermission = defineFault({
  name: "reported-object-needs-status-permission",
  summary: "An author without permission on the status cannot update an object that has one.",
  breaks: [
    "authorization.author-needs-no-status-permission",
    "kinds.plain-status-is-validated",
    "deletion.new-finalizers-refused",
  ],
  change: (rules) => ({
    precondition: (request, stored) => {
      const refusal = rules.precondition(request, stored);
      const writesStatus = request.verb === "update" && stored?.status !== undefined;
      const mayReport = request.identity.grants.some(({ resources }) =>
        resources.some((resource) => resource.endsWith("/status")),
      );
      if (refusal !== undefined || !writesStatus || mayReport) return refusal;
      return refuse("FORBIDDEN", "The object has a status, which you may not write.");
    },
  }),
});
