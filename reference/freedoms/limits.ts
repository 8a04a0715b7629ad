import { isJsonList, isJsonObject } from "#contract";
import type { JsonValue } from "#contract";
import type { Rules } from "../rules/rules.ts";
import { defineFreedom } from "../store/freedom.ts";
import type { Freedom } from "../store/freedom.ts";
import type { Cause } from "../values/refusal.ts";

const limited = {
  why: "An API may limit the values of its kinds beyond their types.",
  sources: [{ source: "kubernetes/api-conventions", at: "Primitive types" } as const],
};

/** Permitted limits on the values of a status or a spec. */
export const limitFreedoms: readonly Freedom[] = [
  defineFreedom({
    name: "large-statuses-are-refused",
    summary: "A status with more than 8 KiB, not counting its conditions, is refused as invalid.",
    ...limited,
    change: (rules) => ({
      validate: limiting(rules, (status) =>
        JSON.stringify(status).length > maxStatusCharacters ? "has more than 8 KiB" : undefined,
      ),
    }),
  }),
  defineFreedom({
    name: "status-lists-have-a-limit",
    summary:
      "A status with a list of more than 16 items, other than its conditions, is refused as invalid.",
    ...limited,
    change: (rules) => ({
      validate: limiting(rules, (status) =>
        someValue(status, (value) => isJsonList(value) && value.length > maxItems)
          ? "has a list of more than 16 items"
          : undefined,
      ),
    }),
  }),
  defineFreedom({
    name: "status-texts-have-a-limit",
    summary:
      "A status with a string of more than 200 characters, other than in its conditions, is refused as invalid.",
    ...limited,
    change: (rules) => ({
      validate: limiting(rules, (status) =>
        someValue(status, (value) => typeof value === "string" && value.length > maxCharacters)
          ? "has a string of more than 200 characters"
          : undefined,
      ),
    }),
  }),
  defineFreedom({
    name: "status-texts-are-ascii",
    summary:
      "A status with characters outside printable ASCII, except in its conditions, is refused " +
      "as invalid.",
    ...limited,
    change: (rules) => ({
      validate: limiting(rules, (status) =>
        someValue(status, (value) => typeof value === "string" && !/^[ -~]*$/u.test(value))
          ? "has characters other than printable ASCII"
          : undefined,
      ),
    }),
  }),
  defineFreedom({
    name: "empty-status-texts-are-refused",
    summary: "A status with an empty string, other than in its conditions, is refused as invalid.",
    ...limited,
    change: (rules) => ({
      validate: limiting(rules, (status) =>
        someValue(status, (value) => value === "") ? "has an empty string" : undefined,
      ),
    }),
  }),
  defineFreedom({
    name: "creations-demand-spec-fields",
    summary:
      "A create request without fields that the schema calls optional is refused as invalid.",
    why: "A server may require a field under conditions that a schema cannot express.",
    sources: [{ source: "kubernetes/api-conventions", at: "Optional vs. Required" }],
    change: (rules) => ({
      validate: (request, stored, after) => {
        const causes = rules.validate(request, stored, after);
        if (request.verb !== "create" || request.kind.structure !== undefined) return causes;
        const missing = (demanded[request.kind.name] ?? []).filter(
          (name) => after?.spec?.[name] === undefined,
        );
        return [...causes, ...missing.map(demand)];
      },
    }),
  }),
];

const maxStatusCharacters = 8_192;
const maxItems = 16;
const maxCharacters = 200;

const demanded: Readonly<Record<string, readonly string[]>> = {
  Service: ["type", "ports"],
  Deployment: ["image"],
  Bucket: ["region", "instance"],
};

function demand(name: string): Cause {
  return {
    reason: "FieldValueRequired",
    field: `spec.${name}`,
    message: `spec.${name} is required.`,
  };
}

/** Refuses the status writes for whose result `problemOf` returns a text. */
function limiting(
  rules: Rules,
  problemOf: (status: JsonValue) => string | undefined,
): Rules["validate"] {
  return (request, stored, after) => {
    const causes = rules.validate(request, stored, after);
    if (request.verb !== "updateStatus" || after?.status === undefined) return causes;
    // The contract limits conditions itself.
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
