import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import type { Shapes } from "./shapes.ts";
import type { Cause } from "../values/refusal.ts";
import { compileSchema } from "../definitions/compile-schema.ts";
import { fillDefaults } from "../definitions/fill-defaults.ts";
import { findDuplicates } from "../definitions/find-duplicates.ts";
import { fitBody } from "../definitions/fit-body.ts";
import type { SchemaNode } from "../definitions/structural-schema.ts";

/** How the spec or the status of a run-time kind is checked and completed. */
export interface BodyStructure {
  readonly node: SchemaNode;
  /** What stands in for a body that is absent. */
  readonly default?: JsonObject;
  /** The body with the defaults of its absent fields. */
  readonly complete: (body: JsonObject) => JsonObject;
  /** What is wrong with a body, its form apart. */
  readonly violations: (body: JsonObject) => readonly Cause[];
}

/** How the content of a run-time kind is checked and completed. */
export interface KindStructure {
  readonly spec: BodyStructure;
  readonly status: BodyStructure;
}

/** The structure that a schema with the fields `spec` and `status` describes. */
export function createKindStructure(root: SchemaNode): KindStructure {
  return {
    spec: createBody(root.properties.get("spec") ?? empty, "spec"),
    status: createBody(root.properties.get("status") ?? empty, "status"),
  };
}

/** The forms of the bodies of a run-time kind. */
export function shapesOfStructure({ spec, status }: KindStructure): Shapes {
  return {
    spec: (body, path) => fitBody(body, path, spec.node),
    status: (body, path) => fitBody(body, path, status.node),
  };
}

/** A body that the schema says nothing about has no fields. */
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
