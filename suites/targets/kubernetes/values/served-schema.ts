import { setTimeout as pause } from "node:timers/promises";
import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { Ask } from "../resources/administrator-rules.ts";

export interface ServedSchema {
  readonly root: JsonObject;
  /** Subschemas by reference: `#/components/schemas/io.k8s.api.core.v1.PodSpec`, or `#/definitions/…` in OpenAPI v2. */
  readonly parts: ReadonlyMap<string, JsonObject>;
}

export interface ServedName {
  readonly group: string;
  readonly version: string;
  readonly literal: string;
  readonly plural: string;
}

/**
 * Time limit and polling interval for a schema, in milliseconds. API servers serve a custom resource up to several
 * seconds before they publish its schema.
 */
const publication = { limitMs: 10_000, stepMs: 200 };

/**
 * Reads the schema of a kind from the OpenAPI v3 document of its group, or from the OpenAPI v2 document of a server
 * without v3. Waits until the schema of a new custom resource is published. Undefined if no schema is published.
 */
export async function findSchema(name: ServedName, ask: Ask): Promise<ServedSchema | undefined> {
  const published = await readSchema(name, ask);
  if (published !== undefined || !(await isCustom(name, ask))) return published;
  const deadline = performance.now() + publication.limitMs;
  while (performance.now() < deadline) {
    await pause(publication.stepMs);
    const schema = await readSchema(name, ask);
    if (schema !== undefined) return schema;
  }
  return undefined;
}

/** Whether a CRD defines a kind. */
export async function isCustom({ plural, group }: ServedName, ask: Ask): Promise<boolean> {
  const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${plural}.${group}`;
  return memberOf(await ask({ method: "GET", path, query: {} }), "spec") !== undefined;
}

async function readSchema(name: ServedName, ask: Ask): Promise<ServedSchema | undefined> {
  const { group, version } = name;
  const path = group === "" ? `/openapi/v3/api/${version}` : `/openapi/v3/apis/${group}/${version}`;
  const components = memberOf(await ask({ method: "GET", path, query: {} }), "components");
  const schemas = memberOf(components, "schemas");
  if (schemas !== undefined) return schemaIn(schemas, { name, place: "#/components/schemas" });
  // The v2 document of an API server is large, and contains a new custom resource no earlier than v3.
  const index = await ask({ method: "GET", path: "/openapi/v3", query: {} });
  if (index !== undefined) return undefined;
  const document = await ask({ method: "GET", path: "/openapi/v2", query: {} });
  const definitions = memberOf(document, "definitions");
  return definitions === undefined
    ? undefined
    : schemaIn(definitions, { name, place: "#/definitions" });
}

function schemaIn(
  schemas: JsonObject,
  of: { readonly name: ServedName; readonly place: string },
): ServedSchema | undefined {
  const { group, version, literal } = of.name;
  const parts = new Map<string, JsonObject>();
  for (const [name, schema] of Object.entries(schemas)) {
    if (isJsonObject(schema)) parts.set(`${of.place}/${name}`, schema);
  }
  const isMeant = (one: JsonValue): boolean =>
    isJsonObject(one) &&
    one["group"] === group &&
    one["version"] === version &&
    one["kind"] === literal;
  const root = [...parts.values()].find((schema) => {
    const named: unknown = schema["x-kubernetes-group-version-kind"];
    return Array.isArray(named) && named.some(isMeant);
  });
  return root === undefined ? undefined : { root, parts };
}

/**
 * Resolves references in a schema. API servers write a reference by itself, or as the only item of `allOf` next to
 * other keywords.
 */
export function resolved(schema: JsonValue | undefined, { parts }: ServedSchema): JsonObject {
  if (!isJsonObject(schema)) return {};
  const all: unknown = schema["allOf"];
  const only: unknown = Array.isArray(all) && all.length === 1 ? all[0] : undefined;
  const reference = schema["$ref"] ?? (isJsonObject(only) ? only["$ref"] : undefined);
  if (typeof reference !== "string") return schema;
  return { ...parts.get(reference), ...schema };
}

function memberOf(value: JsonValue | undefined, name: string): JsonObject | undefined {
  const member = isJsonObject(value) ? value[name] : undefined;
  return isJsonObject(member) ? member : undefined;
}
