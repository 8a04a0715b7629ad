import { defineFault } from "../../store/fault.ts";

/** A creation is a plain put. */
export const creationReplacesExisting = defineFault({
  name: "creation-replaces-existing",
  summary: "A creation under a taken name replaces the object that has it.",
  breaks: ["errors.existing-name-already-exists"],
  change: (rules) => ({
    existence: (request, stored) =>
      request.verb === "create" ? undefined : rules.existence(request, stored),
  }),
});
