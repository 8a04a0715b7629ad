import { isJsonObject } from "#contract";
import type { JsonObject, Resource } from "#contract";
import { applyJsonPatch } from "../../content/apply-json-patch.ts";
import { defineFault } from "../../store/fault.ts";
import type { Cause } from "../../values/refusal.ts";
import type { WriteRequest } from "../../kinds/requests.ts";
import { overlooking } from "../shared/overlooking.ts";

/** The patched object is stored as it comes out of the library. */
export const jsonPatchMayChangeSpec = defineFault({
  name: "json-patch-may-change-spec",
  summary: "A JSON patch of the status may change the spec as well.",
  breaks: [
    "isolation.status-write-never-changes-spec",
    "isolation.spec-in-status-write-is-rejected",
    "isolation.one-way-of-refusing",
  ],
  change: (rules) => ({
    patchObject: (request, stored) =>
      isWellFormed(request)
        ? applyJsonPatch(documentOf(stored), request.content.operations ?? [])
        : rules.patchObject(request, stored),
    validate: overlooking(rules, (cause, { form }) => form === "json" && isChangeOfSpec(cause)),
    updateStatus: (request, stored, status) => {
      const updated = rules.updateStatus(request, stored, status);
      if (request.form !== "json" || !isWellFormed(request)) return updated;
      const { operations = [] } = request.content;
      const { spec } = applyJsonPatch(documentOf(stored), operations).document;
      return isJsonObject(spec) ? { ...updated, spec } : updated;
    },
  }),
});

/** With a status in any case: a patch of the spec alone must not end before it is stored. */
function documentOf(stored: Resource): JsonObject {
  const { status = {} } = stored;
  const document: JsonObject = isJsonObject(stored) ? stored : {};
  return { ...document, status };
}

/** Whether a change of the spec is all that is wrong. */
function isWellFormed({ content }: WriteRequest): boolean {
  return content.causes.length > 0 && content.causes.every(isChangeOfSpec);
}

function isChangeOfSpec({ reason, field }: Cause): boolean {
  return reason === "FieldForbidden" && (field === "spec" || field?.startsWith("spec.") === true);
}
