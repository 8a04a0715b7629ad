import { withoutNulls } from "../../values/merge-objects.ts";
import { defineFault } from "../../store/fault.ts";

/** Whoever does not want validation gets none. */
export const ignoreValidationStores = defineFault({
  name: "ignore-validation-stores",
  summary: "Unknown members of a status are stored under IGNORE.",
  breaks: [
    "write.ignoring-validation-drops-unknown-members",
    "isolation.unknown-members-never-stored",
  ],
  change: (rules) => ({
    updateStatus: (request, stored, status) => {
      const { content, options } = request;
      if (options.fieldValidation !== "IGNORE") return rules.updateStatus(request, stored, status);
      const unknown = withoutNulls(content.foreign.inside);
      return rules.updateStatus(request, stored, { ...unknown, ...status });
    },
  }),
});
