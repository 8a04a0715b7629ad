import { applyJsonPatch } from "../../content/apply-json-patch.ts";
import type { PatchOperation } from "../../values/read-json-patch.ts";
import { defineFault } from "../../store/fault.ts";
import type { WriteRequest } from "../../kinds/requests.ts";

/** Each operation is carried out by itself, and the failures are collected but not looked at. */
export const jsonPatchPartlyApplied = defineFault({
  name: "json-patch-partly-applied",
  summary: "Operations of a JSON patch that fail are skipped, the others are stored.",
  breaks: [
    "write.json-patch-is-all-or-nothing",
    "write.json-patch-failure-is-invalid",
    "write.json-patch-creates-no-parents",
  ],
  change: (rules) => ({
    patchObject: (request, stored) => {
      let patched = rules.patchObject(withOperations(request, []), stored);
      for (const operation of request.content.operations ?? []) {
        patched = { ...applyJsonPatch(patched.document, [operation]), causes: [] };
      }
      return patched;
    },
  }),
});

function withOperations(
  request: WriteRequest,
  operations: readonly PatchOperation[],
): WriteRequest {
  return { ...request, content: { ...request.content, operations } };
}
