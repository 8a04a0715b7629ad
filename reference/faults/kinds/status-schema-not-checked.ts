import { defineFault } from "../../store/fault.ts";

/** The schema of a definition is used for the main endpoint alone. */
export const statusSchemaNotChecked = defineFault({
  name: "status-schema-not-checked",
  summary:
    "A status of a run-time kind is held against the names of its members, not against the rest of the schema.",
  breaks: [
    "errors.invalid-status-refused",
    "errors.duplicate-condition-refused",
    "conditions.status-is-three-valued",
    "conditions.type-is-a-qualified-name",
    "conditions.reason-is-a-word",
    "conditions.message-is-bounded",
    "conditions.transition-time-is-an-instant",
    "conditions.observed-generation-not-negative",
  ],
  change: (rules) => ({
    validate: (request, stored, after) =>
      request.verb === "updateStatus" && request.kind.structure !== undefined
        ? request.content.causes
        : rules.validate(request, stored, after),
  }),
});
