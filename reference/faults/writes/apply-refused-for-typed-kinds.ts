import { defineFault } from "../../store/fault.ts";

/** Only kinds with a JSON Schema say how their lists are merged. */
export const applyRefusedForTypedKinds = defineFault({
  name: "apply-refused-for-typed-kinds",
  summary: "Applies are refused for the kinds that the schema of the server names.",
  breaks: ["write.apply-works-for-every-kind"],
  change: (rules) => ({
    validate: (request, stored, after) => {
      const causes = rules.validate(request, stored, after);
      if (request.form !== "apply" || request.kind.structure !== undefined) return causes;
      const message = `${request.kind.name} cannot be applied.`;
      return [...causes, { reason: "FieldForbidden", field: "type", message }];
    },
  }),
});
