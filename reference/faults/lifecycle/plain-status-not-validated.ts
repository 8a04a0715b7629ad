import { defineFault } from "../../store/fault.ts";
import { overlooking } from "../shared/overlooking.ts";

/** The schema is asked about the spec alone. */
export const plainStatusNotValidated = defineFault({
  name: "plain-status-not-validated",
  summary: "A status that is plain content is stored whatever the schema says of it.",
  breaks: ["kinds.plain-status-is-validated"],
  change: (rules) => ({
    validate: overlooking(
      rules,
      ({ field = "" }, { verb }) => verb !== "updateStatus" && field.startsWith("status."),
    ),
  }),
});
