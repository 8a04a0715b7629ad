import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue, Resource } from "#contract";
import type { Kind, Range } from "../kinds/demo-kinds.ts";
import type { Cause } from "../values/refusal.ts";
import type { WriteRequest } from "../kinds/store-requests.ts";
import { conditionMembers, validateConditions } from "./validate-conditions.ts";
import { validateMetadata } from "./validate-metadata.ts";

/**
 * Validates the metadata of a write, and its spec or status in the resulting object. Types are validated elsewhere. An
 * invalid value that is already stored, in a spec or status that is not written, does not block the write.
 */
export function validateContent(
  request: WriteRequest,
  stored: Resource | undefined,
  after: Resource | undefined,
): readonly Cause[] {
  const causes = [...validateMetadata(request, stored)];
  if (after === undefined || request.verb === "delete") return causes;
  for (const side of writtenSides(request)) {
    const body = after[side];
    if (body !== undefined) causes.push(...validateBody(request.kind, side, body));
  }
  if (after.spec !== undefined && request.content.spec !== undefined) {
    causes.push(...(request.kind.violations?.(stored, after) ?? []));
  }
  if (causes.length === 0) return causes;
  // Type errors take precedence over other errors of the same field.
  const named = new Set(request.content.causes.map((cause) => cause.field));
  return causes.filter((cause) => !named.has(cause.field));
}

export function validateBody(
  kind: Kind,
  side: "spec" | "status",
  body: JsonObject,
): readonly Cause[] {
  const violations = kind.structure?.[side].violations(body) ?? [];
  const named = new Set(violations.map((cause) => cause.field));
  const conditions = side === "status" && hasConditions(kind) ? body["conditions"] : undefined;
  return [
    ...violations,
    ...(hasRanges(kind, side) ? validateRanges(body, side, kind.ranges) : []),
    ...validateConditions(conditions, "status.conditions").filter(({ field }) => !named.has(field)),
  ];
}

function writtenSides({ verb, content }: WriteRequest): readonly ("spec" | "status")[] {
  if (verb === "updateStatus") return ["status"];
  return (["spec", "status"] as const).filter((side) => content[side] !== undefined);
}

/** Whether a kind's conditions have the standard form. Kinds that a run defines can give `conditions` any schema. */
function hasConditions({ structure }: Kind): boolean {
  if (structure === undefined) return true;
  const items = structure.status.node.properties.get("conditions")?.items;
  return conditionMembers.every((member) => items?.properties.has(member) ?? false);
}

function hasRanges({ ranges }: Kind, side: "spec" | "status"): boolean {
  return Object.keys(ranges).some((path) => path.startsWith(`${side}.`));
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

function invalid(field: string, problem: string): Cause {
  return { reason: "FieldValueInvalid", field, message: `${field} ${problem}` };
}
