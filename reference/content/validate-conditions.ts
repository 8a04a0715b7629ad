import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { Cause } from "../values/refusal.ts";
import { isInstant } from "../values/instant.ts";

export const conditionMembers = [
  "type",
  "status",
  "reason",
  "message",
  "lastTransitionTime",
] as const;

/**
 * Validates a list of conditions. Returns a cause for each invalid field. `type`, `status`, `reason` and
 * `lastTransitionTime` are required, and types must be unique.
 */
export function validateConditions(conditions: JsonValue | undefined, path: string): Cause[] {
  const seen = new Set<JsonValue>();
  const causes: Cause[] = [];
  for (const [index, condition] of Array.isArray(conditions) ? conditions.entries() : []) {
    if (!isJsonObject(condition)) continue;
    const place = `${path}[${index}]`;
    causes.push(...validateMembers(condition, place));
    const type = condition["type"];
    if (type === undefined) continue;
    const field = `${place}.type`;
    if (seen.has(type)) {
      const message = `${field} is a duplicate: each type may occur only once.`;
      causes.push({ reason: "FieldValueDuplicate", field, message });
    }
    seen.add(type);
  }
  return causes;
}

interface MemberRule {
  readonly isRequired: boolean;
  readonly accepts: (value: JsonValue) => boolean;
  /** The rule for the value, as the end of a message that starts with the field. */
  readonly form: string;
}

/** Matches a qualified name, as Kubernetes defines it: a name with an optional DNS subdomain as its prefix. */
const qualifiedName =
  /^(?:[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*\/)?[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?$/;

/** Maximum length in characters: 253 for the prefix, 1 for the slash, 63 for the name. */
const qualifiedNameLength = 317;

/** Whether a string is a qualified name, as required for condition types, finalizers and field names. */
export function isQualifiedName(value: JsonValue): boolean {
  if (typeof value !== "string" || value.length > qualifiedNameLength) return false;
  const name = value.slice(value.indexOf("/") + 1);
  return name.length <= 63 && qualifiedName.test(value);
}

/** Rules for the fields of a condition. Lengths are in characters, as in the API machinery of Kubernetes. */
const memberRules: Readonly<Record<string, MemberRule>> = {
  type: {
    isRequired: true,
    accepts: (value) => isQualifiedName(value),
    form: "must be a name of at most 63 letters, digits, -, _ and ., with an optional DNS prefix",
  },
  status: {
    isRequired: true,
    accepts: (value) => value === "True" || value === "False" || value === "Unknown",
    form: "must be True, False or Unknown",
  },
  reason: {
    isRequired: true,
    accepts: (value) =>
      typeof value === "string" &&
      value.length <= 1_024 &&
      /^[A-Za-z]$|^[A-Za-z][A-Za-z0-9_,:]*[A-Za-z0-9_]$/.test(value),
    form: "must be 1 to 1024 letters, digits, _, inner commas or inner colons, starting with a letter",
  },
  message: {
    isRequired: false,
    accepts: (value) => typeof value === "string" && value.length <= 32_768,
    form: "must be a string of at most 32768 characters",
  },
  lastTransitionTime: {
    isRequired: true,
    accepts: isInstant,
    form: "must be an RFC 3339 timestamp",
  },
  observedGeneration: {
    isRequired: false,
    accepts: (value) => typeof value === "number" && Number.isInteger(value) && value >= 0,
    form: "must be an integer of 0 or more",
  },
};

function validateMembers(condition: JsonObject, path: string): readonly Cause[] {
  return Object.entries(memberRules).flatMap(([member, { isRequired, accepts, form }]): Cause[] => {
    const value = condition[member];
    const field = `${path}.${member}`;
    if (value === undefined) {
      const message = `${field} is required.`;
      return isRequired ? [{ reason: "FieldValueRequired", field, message }] : [];
    }
    if (accepts(value)) return [];
    return [{ reason: "FieldValueInvalid", field, message: `${field} ${form}.` }];
  });
}
