import { defineFault } from "../../store/fault.ts";
import type { Cause } from "../../values/refusal.ts";
import { overlooking } from "../shared/overlooking.ts";

/** What is no operation is taken for one of a later standard. */
export const malformedJsonPatchSkipped = defineFault({
  name: "malformed-json-patch-skipped",
  summary: "A JSON patch is accepted without the operations that the server does not know.",
  breaks: ["write.malformed-json-patch-refused"],
  change: (rules) => ({
    patchObject: (request, stored) => {
      const causes = request.content.causes.filter((cause) => !isMalformed(cause));
      return rules.patchObject({ ...request, content: { ...request.content, causes } }, stored);
    },
    validate: overlooking(rules, (cause, { form }) => form === "json" && isMalformed(cause)),
  }),
});

function isMalformed({ reason, field }: Cause): boolean {
  return reason === "FieldValueInvalid" && field?.startsWith("patch") === true;
}
