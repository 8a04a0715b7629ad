import { defineFault } from "../../store/fault.ts";

/** Whatever is not WARN or IGNORE is the default. */
export const unknownValidationModeAccepted = defineFault({
  name: "unknown-validation-mode-accepted",
  summary: "A field validation mode that does not exist is taken for STRICT.",
  breaks: ["write.unknown-validation-mode-refused"],
  change: (rules) => ({
    validateOptions: (request) =>
      rules.validateOptions(request).filter(({ field }) => field !== "options.fieldValidation"),
  }),
});
