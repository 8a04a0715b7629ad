import { isJsonList, isJsonObject } from "#contract";
import type { JsonValue } from "#contract";
import type { Rules } from "../rules/rules.ts";
import { defineFreedom } from "../store/freedom.ts";
import type { Freedom } from "../store/freedom.ts";

const limited = {
  why: "An API may limit the values of its kinds beyond their types.",
  sources: [{ source: "kubernetes/api-conventions", at: "Primitive types" } as const],
};

export const limitFreedoms: readonly Freedom[] = [
  defineFreedom({
    name: "status-lists-have-a-limit",
    summary:
      "A status with a list of more than 16 items is rejected as invalid; conditions are exempt.",
    ...limited,
    change: (rules) => ({
      validate: limiting(rules, (status) =>
        someValue(status, (value) => isJsonList(value) && value.length > maxItems)
          ? "has a list of more than 16 items"
          : undefined,
      ),
    }),
  }),
];

const maxItems = 16;

/** Rejects a status write if `problemOf` returns a message for its result. */
function limiting(
  rules: Rules,
  problemOf: (status: JsonValue) => string | undefined,
): Rules["validate"] {
  return (request, stored, after) => {
    const causes = rules.validate(request, stored, after);
    if (request.verb !== "updateStatus" || after?.status === undefined) return causes;
    // Excludes conditions, which the contract itself limits.
    const { conditions: _limited, ...status } = after.status;
    const problem = problemOf(status);
    return problem === undefined
      ? causes
      : [
          ...causes,
          { reason: "FieldValueInvalid", field: "status", message: `The status ${problem}.` },
        ];
  };
}

function someValue(value: JsonValue, isMeant: (one: JsonValue) => boolean): boolean {
  if (isMeant(value)) return true;
  if (isJsonList(value)) return value.some((item) => someValue(item, isMeant));
  return isJsonObject(value) && Object.values(value).some((inner) => someValue(inner, isMeant));
}
