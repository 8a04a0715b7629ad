import { defineFault } from "../../store/fault.ts";

/** Unknown members are cut off before anybody asks for the mode. */
export const strictValidationDrops = defineFault({
  name: "strict-validation-drops",
  summary: "Unknown members of a boxed status are dropped in silence under STRICT.",
  breaks: ["write.strict-validation-refuses-unknown-members"],
  change: (rules) => ({
    tolerate: (request, cause) => {
      const tolerance = rules.tolerate(request, cause);
      const options = { ...request.options, fieldValidation: "IGNORE" };
      const isStrict = request.options.fieldValidation === "STRICT";
      return isStrict ? rules.tolerate({ ...request, options }, cause) : tolerance;
    },
  }),
});
