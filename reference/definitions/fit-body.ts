import { isJsonList, isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { Coerced } from "../values/coerce.ts";
import type { Cause } from "../values/refusal.ts";
import type { SchemaNode } from "./structural-schema.ts";

/** Maximum total number of fields and items in a spec or status, at all depths. */
const bodyValues = 10_000;

const causeCount = 100;

/**
 * Removes fields from a spec or status that its schema does not define, and returns their paths. An object or list
 * becomes empty if the schema defines another type; validation of the written object then reports it.
 */
export function fitBody(body: JsonObject, path: string, node: SchemaNode): Coerced {
  const fitting = new Fitting();
  const value = fitting.fit(body, node, path);
  return fitting.isTooLarge
    ? { value: {}, causes: [tooLarge(path)] }
    : { value, causes: fitting.causes };
}

class Fitting {
  readonly causes: Cause[] = [];
  #values = 0;

  get isTooLarge(): boolean {
    return this.#values > bodyValues;
  }

  fit(value: JsonValue, node: SchemaNode, path: string): JsonValue {
    this.#values += 1;
    if (this.isTooLarge) return null;
    if (isJsonObject(value)) {
      return node.type === "object" ? this.#fitMembers(value, node, path) : {};
    }
    if (!isJsonList(value)) return value;
    const { items } = node;
    if (items === undefined) return [];
    return value.map((item, index) => this.fit(item, items, `${path}[${index}]`));
  }

  #fitMembers(value: JsonObject, node: SchemaNode, path: string): JsonObject {
    const members = new Map<string, JsonValue>();
    for (const [member, sent] of Object.entries(value)) {
      const known = node.properties.get(member) ?? node.additional;
      const memberPath = `${path}.${member}`;
      if (known !== undefined && member !== "__proto__") {
        members.set(member, this.fit(sent, known, memberPath));
      } else if (this.causes.length < causeCount) {
        const message = `${memberPath} is not a field of this kind.`;
        this.causes.push({ reason: "FieldUnknown", field: memberPath, message });
      }
    }
    return Object.fromEntries(members);
  }
}

function tooLarge(path: string): Cause {
  const message = `${path} contains more than ${bodyValues} values.`;
  return { reason: "FieldValueInvalid", field: path, message };
}
