import { defineFault } from "../../store/fault.ts";

/** Every write is an upsert. */
export const writesCreateMissingObjects = defineFault({
  name: "writes-create-missing-objects",
  summary: "A write to a missing object creates it.",
  breaks: [
    "errors.missing-object-not-found",
    "errors.existence-before-version",
    "write.apply-never-creates",
    "deletion.nothing-comes-back",
  ],
  change: (rules) => ({
    existence: (request, stored) =>
      request.verb === "update" || request.verb === "updateStatus"
        ? undefined
        : rules.existence(request, stored),
  }),
});
