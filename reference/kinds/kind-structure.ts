import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import type { Shapes } from "./write-shapes.ts";
import type { Cause } from "../values/refusal.ts";
import { compileSchema } from "../definitions/compile-schema.ts";
import { fillDefaults } from "../definitions/fill-defaults.ts";
import { findDuplicates } from "../definitions/find-duplicates.ts";
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
