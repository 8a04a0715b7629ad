import { defineFault } from "../../store/fault.ts";
import { refuseInvalid } from "../../values/refusal.ts";

/** The input is checked before the object is looked up. */
export const invalidStatusHidesMissingObject = defineFault({
  name: "invalid-status-hides-missing-object",
  summary: "An invalid status for a missing object is refused as invalid.",
  breaks: ["errors.existence-before-version"],
  change: (rules) => ({
    existence: (request, stored) => {
      if (request.verb !== "updateStatus") return rules.existence(request, stored);
      const nothing = rules.createObject(request, { uid: "", creationTimestamp: "" });
      const after = rules.updateStatus(request, nothing, request.content.status ?? {});
      const causes = rules.validate(request, stored, after);
      return stored === undefined && causes.length > 0
        ? refuseInvalid(causes)
        : rules.existence(request, stored);
    },
  }),
});
