import { defineFault } from "../../store/fault.ts";
import { overlooking } from "../shared/overlooking.ts";

/** Finalizers are metadata, and authors write metadata. */
export const lateFinalizerAccepted = defineFault({
  name: "late-finalizer-accepted",
  summary: "Finalizers may be added to an object that is being deleted.",
  breaks: ["deletion.new-finalizers-refused"],
  change: (rules) => ({
    validate: overlooking(
      rules,
      ({ reason, field = "" }) =>
        reason === "FieldForbidden" && field.startsWith("metadata.finalizers["),
    ),
  }),
});
