import { validateBody } from "../../content/validate-content.ts";
import { defineFault } from "../../store/fault.ts";

/** Every write ends in the validation of the whole object. */
export const storedSpecValidatedOnStatusWrite = defineFault({
  name: "stored-spec-validated-on-status-write",
  summary:
    "A status write is refused where the stored spec does not satisfy a schema that was tightened.",
  breaks: ["isolation.stored-spec-not-validated-again"],
  change: (rules) => ({
    validate: (request, stored, after) => [
      ...rules.validate(request, stored, after),
      ...(request.verb === "updateStatus" && after?.spec !== undefined
        ? validateBody(request.kind, "spec", after.spec)
        : []),
    ],
  }),
});
