import { isJsonObject } from "#contract";
import type { JsonValue } from "#contract";
import type { Range } from "../kinds.ts";
import type { Cause } from "../refusal.ts";
import type { WriteRequest } from "../requests.ts";

/** What is wrong with values whose form is right: ranges, doubled condition types, names. */
export function validateContent(request: WriteRequest): readonly Cause[] {
  const { content, kind } = request;
  const causes = request.verb === "create" ? validateName(request) : [];
  for (const body of ["spec", "status"] as const) {
    const value = content[body];
    if (value !== undefined) causes.push(...validateRanges(value, body, kind.ranges));
  }
  return [...causes, ...validateConditions(content.status?.["conditions"])];
}

/** A DNS label, as Kubernetes asks of most names. */
const namePattern = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

function validateName(request: WriteRequest): Cause[] {
  const { name, namespace } = request.key;
  const parts = namespace === undefined ? { name } : { name, namespace };
  return Object.entries(parts)
    .filter(([, text]) => !namePattern.test(text))
    .map(([member]) =>
      invalid(`metadata.${member}`, "must be 1 to 63 lower-case letters, digits or inner hyphens."),
    );
}

function validateRanges(
  value: JsonValue,
  path: string,
  ranges: Readonly<Record<string, Range>>,
): Cause[] {
  if (typeof value === "number") {
    const range = ranges[path.replaceAll(/\[\d+\]/g, "[]")];
    return range === undefined || isWithin(value, range)
      ? []
      : [invalid(path, `must be ${describeRange(range)}, but is ${value}.`)];
  }
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => validateRanges(item, `${path}[${index}]`, ranges));
  }
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([member, item]) =>
    validateRanges(item, `${path}.${member}`, ranges),
  );
}

function isWithin(value: number, range: Range): boolean {
  return value >= range.minimum && (range.maximum === undefined || value <= range.maximum);
}

function describeRange({ minimum, maximum }: Range): string {
  return maximum === undefined ? `${minimum} or more` : `${minimum} to ${maximum}`;
}

function validateConditions(conditions: JsonValue | undefined): readonly Cause[] {
  const seen = new Set<JsonValue>();
  const causes: Cause[] = [];
  for (const [index, condition] of Array.isArray(conditions) ? conditions.entries() : []) {
    const type = isJsonObject(condition) ? condition["type"] : undefined;
    if (type === undefined) continue;
    const field = `status.conditions[${index}].type`;
    if (seen.has(type)) {
      const message = `${field} is there already: each type stands in the list once.`;
      causes.push({ reason: "FieldValueDuplicate", field, message });
    }
    seen.add(type);
  }
  return causes;
}

function invalid(field: string, problem: string): Cause {
  return { reason: "FieldValueInvalid", field, message: `${field} ${problem}` };
}
