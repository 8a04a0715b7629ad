import { counted, isJsonObject } from "#contract";
import type { JsonValue } from "#contract";
import { defineFault } from "../../store/fault.ts";

/** A limit that is off by one, or was copied from elsewhere. */
const characters = 32_767;

/** The server draws its own line. */
export const conditionLimitsTooTight = defineFault({
  name: "condition-limits-too-tight",
  summary: "The message of a condition may have one character less than the common form allows.",
  breaks: ["conditions.limits-are-within-bounds"],
  change: (rules) => ({
    validate: (request, stored, after) => {
      const conditions = after?.status?.["conditions"];
      const list: readonly JsonValue[] = Array.isArray(conditions) ? conditions : [];
      const causes = rules.validate(request, stored, after);
      if (!list.some(isTooLong)) return causes;
      const field = "status.conditions";
      const message = `A message has more than ${counted(characters, "character")}.`;
      return [...causes, { reason: "FieldValueInvalid", field, message }];
    },
  }),
});

function isTooLong(condition: JsonValue): boolean {
  const message = isJsonObject(condition) ? condition["message"] : undefined;
  return typeof message === "string" && message.length > characters;
}
