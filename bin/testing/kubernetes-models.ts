import * as models from "@kubernetes/client-node";
import { isJsonObject } from "#contract";

interface Attribute {
  readonly baseName: string;
  readonly type: string;
}

/** Returns the fields of a Kubernetes type, or undefined for strings, numbers and maps. */
function attributesOf(type: string): readonly Attribute[] | undefined {
  const model = Object.entries(models).find(([name]) => name === type)?.[1];
  if (typeof model !== "function" || !("getAttributeTypeMap" in model)) return undefined;
  const attributes: unknown = Reflect.apply(Object(model.getAttributeTypeMap), model, []);
  return Array.isArray(attributes) ? attributes.filter(isAttribute) : undefined;
}

function isAttribute(value: unknown): value is Attribute {
  return (
    isJsonObject(value) &&
    typeof value["baseName"] === "string" &&
    typeof value["type"] === "string"
  );
}

export function unknownMembers(value: unknown, type: string, place = ""): readonly string[] {
  const items = /^Array<(.+)>$/u.exec(type)?.[1];
  if (items !== undefined && Array.isArray(value)) {
    return value.flatMap((item: unknown, i) => unknownMembers(item, items, `${place}[${i}]`));
  }
  const attributes = attributesOf(type);
  if (attributes === undefined || !isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const at = place === "" ? name : `${place}.${name}`;
    const known = attributes.find(({ baseName }) => baseName === name);
    return known === undefined ? [at] : unknownMembers(member, known.type, at);
  });
}
