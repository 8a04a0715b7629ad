import { defineFault } from "../../store/fault.ts";

/** A name is a name. */
export const anyManagerAccepted = defineFault({
  name: "any-manager-accepted",
  summary: "Names of field managers may be of any length, and of any characters.",
  breaks: ["write.invalid-manager-refused"],
  change: (rules) => ({
    validateOptions: (request) =>
      rules
        .validateOptions(request)
        .filter(
          ({ field, reason }) => field !== "options.fieldManager" || reason !== "FieldValueInvalid",
        ),
  }),
});
