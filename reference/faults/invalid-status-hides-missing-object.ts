import { defineFault } from "../fault.ts";
import { refuseInvalid } from "../refusal.ts";

/** The input is checked before the object is looked up. */
export const invalidStatusHidesMissingObject = defineFault({
  name: "invalid-status-hides-missing-object",
  summary: "An invalid status for a missing object is refused as invalid.",
  breaks: ["errors.existence-before-version"],
  change: (rules) => ({
    existence: (request, stored) => {
      const causes = request.verb === "updateStatus" ? rules.validate(request, stored) : [];
      return stored === undefined && causes.length > 0
        ? refuseInvalid(causes)
        : rules.existence(request, stored);
    },
  }),
});
