import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import type { Cause } from "../values/refusal.ts";
import type { Content } from "./store-requests.ts";
import type { Shape } from "./write-shapes.ts";

export interface Body {
  readonly member: "spec" | "status";
  readonly shape: Shape | undefined;
  readonly isRequired: boolean;
}

export function addBody(content: Content, body: Body, input: JsonObject): Content {
  const { member, shape } = body;
  const sent = input[member];
  if (sent === undefined && !body.isRequired) return content;
  if (sent === undefined || sent === null) return withCauses(content, [required(member)]);
  if (!isJsonObject(sent)) {
    const message = `${member} must be an object.`;
    return withCauses(content, [{ reason: "FieldValueInvalid", field: member, message }]);
  }
  const { value, causes } = shape === undefined ? { value: sent, causes: [] } : shape(sent, member);
  const fitting = isJsonObject(value) ? value : {};
  const foreign = { beside: content.foreign.beside, inside: without(sent, Object.keys(fitting)) };
  const read = { ...content, submitted: sent, foreign };
  read[member] = fitting;
  return withCauses(read, causes);
}

export function without(object: JsonObject, members: readonly string[]): JsonObject {
  const rest = Object.keys(object).filter((member) => !members.includes(member));
  // Fast path, because there is usually no other field.
  if (rest.length === 0) return {};
  return Object.fromEntries(Object.entries(object).filter(([member]) => rest.includes(member)));
}

export function withCauses(content: Content, causes: readonly Cause[]): Content {
  if (causes.length === 0) return content;
  return { ...content, causes: [...content.causes, ...causes] };
}

export function required(field: string): Cause {
  return { reason: "FieldValueRequired", field, message: `${field} is required.` };
}

export function forbidden(field: string, message: string): Cause {
  return { reason: "FieldForbidden", field, message };
}
