import { isJsonList, isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { Shapes } from "./write-shapes.ts";
import type { Cause } from "../values/refusal.ts";
import { compileSchema } from "../definitions/compile-schema.ts";
import { fitBody } from "../definitions/fit-body.ts";
import type { SchemaNode } from "../definitions/structural-schema.ts";

export interface BodyStructure {
  readonly node: SchemaNode;
  readonly default?: JsonObject;
  readonly complete: (body: JsonObject) => JsonObject;
  readonly violations: (body: JsonObject) => readonly Cause[];
}

export interface KindStructure {
  readonly spec: BodyStructure;
  readonly status: BodyStructure;
}

export function createKindStructure(root: SchemaNode): KindStructure {
  return {
    spec: createBody(root.properties.get("spec") ?? empty, "spec"),
    status: createBody(root.properties.get("status") ?? empty, "status"),
  };
}

export function shapesOfStructure({ spec, status }: KindStructure): Shapes {
  return {
    spec: (body, path) => fitBody(body, path, spec.node),
    status: (body, path) => fitBody(body, path, status.node),
  };
}

const empty: SchemaNode = {
  type: "object",
  properties: new Map(),
  source: { type: "object" },
};

function createBody(node: SchemaNode, path: string): BodyStructure {
  const check = compileSchema(node.source);
  const complete = (body: JsonObject): JsonObject => fillDefaults(body, node);
  const value = node.default;
  return {
    node,
    complete,
    violations: (body) => [...check(body, path), ...findDuplicates(body, node, path)],
    ...(isJsonObject(value) ? { default: complete(value) } : {}),
  };
}

function fillDefaults(object: JsonObject, node: SchemaNode): JsonObject {
  const members = new Map(Object.entries(object));
  for (const [member, value] of members) {
    const known = node.properties.get(member) ?? node.additional;
    if (known !== undefined) members.set(member, filled(value, known));
  }
  for (const [member, known] of node.properties) {
    if (known.default !== undefined && !members.has(member)) {
      members.set(member, filled(known.default, known));
    }
  }
  return Object.fromEntries(members);
}

function filled(value: JsonValue, node: SchemaNode): JsonValue {
  if (isJsonObject(value)) return node.type === "object" ? fillDefaults(value, node) : value;
  const { items } = node;
  return isJsonList(value) && items !== undefined
    ? value.map((item) => filled(item, items))
    : value;
}

function findDuplicates(value: JsonValue, node: SchemaNode, path: string): Cause[] {
  if (isJsonObject(value)) {
    return Object.entries(value).flatMap(([member, inner]) => {
      const known = node.properties.get(member) ?? node.additional;
      return known === undefined ? [] : findDuplicates(inner, known, `${path}.${member}`);
    });
  }
  const { items } = node;
  if (!isJsonList(value) || items === undefined) return [];
  return [
    ...duplicatesIn(value, node.mapKeys ?? [], path),
    ...value.flatMap((item, index) => findDuplicates(item, items, `${path}[${index}]`)),
  ];
}

function duplicatesIn(
  list: readonly JsonValue[],
  keys: readonly string[],
  path: string,
): readonly Cause[] {
  if (keys.length === 0) return [];
  const seen = new Set<string>();
  const causes: Cause[] = [];
  for (const [index, item] of list.entries()) {
    // A missing key is reported elsewhere.
    if (!isJsonObject(item) || !keys.every((key) => Object.hasOwn(item, key))) continue;
    const identity = JSON.stringify(keys.map((key) => item[key]));
    const field = keys.length === 1 ? `${path}[${index}].${keys[0]}` : `${path}[${index}]`;
    if (seen.has(identity)) {
      const message = `${field} is a duplicate: each ${keys.join(" and ")} may occur only once.`;
      causes.push({ reason: "FieldValueDuplicate", field, message });
    }
    seen.add(identity);
  }
  return causes;
}
