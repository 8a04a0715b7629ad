import { defineFault } from "../../store/fault.ts";

/** There must be a status before it can be patched. */
export const mergePatchCreatesNoParents = defineFault({
  name: "merge-patch-creates-no-parents",
  summary: "A merge patch of an object without a status is refused.",
  breaks: [
    "write.merge-patch-creates-parents",
    "write.stores-submitted-status",
    "write.strict-validation-refuses-unknown-members",
    "errors.invalid-names-field",
    "deletion.status-writes-go-on",
  ],
  change: (rules) => ({
    validate: (request, stored, after) =>
      request.form === "merge" && stored?.status === undefined
        ? [{ reason: "PatchFailed", field: "status", message: "status is not there." }]
        : rules.validate(request, stored, after),
  }),
});
