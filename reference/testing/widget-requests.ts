import type { JsonObject, JsonValue } from "#contract";
import type { ReferenceServer } from "../server/start-reference.ts";
import { connect, mutate, send, textAt, versionOf, watch } from "./reference-client.ts";
import type { Reply, TestWatch } from "./reference-client.ts";

const text: JsonObject = { type: "string" };

const conditions: JsonObject = {
  type: "array",
  items: {
    type: "object",
    required: ["type", "status"],
    properties: {
      type: text,
      status: { type: "string", enum: ["True", "False", "Unknown"] },
      reason: text,
      message: text,
      lastTransitionTime: { type: "string", format: "date-time" },
      observedGeneration: { type: "integer" },
    },
  },
};

const spec: JsonObject = {
  type: "object",
  properties: {
    size: { type: "integer", maximum: 10, default: 1 },
    color: text,
    address: { type: "string", pattern: "^[0-9.]+$" },
  },
};

const status: JsonObject = {
  type: "object",
  properties: {
    phase: { type: "string", enum: ["Pending", "Ready", "Failed"] },
    num: { type: "integer", minimum: 0, maximum: 1_000_000 },
    observedGeneration: { type: "integer" },
    mode: { type: "string", default: "normal" },
    endpoints: {
      type: "array",
      items: {
        type: "object",
        required: ["host"],
        properties: { host: text, port: { type: "integer" } },
      },
      "x-list-type": "map",
      "x-list-map-keys": ["host", "port"],
    },
    labels: { type: "object", additionalProperties: text },
    conditions,
  },
};

/** Schemas of Widgets: the default schema, and a schema with a default for the whole status. */
export const widgetSchemas = {
  plain: { type: "object", properties: { spec, status } },
  withDefault: {
    type: "object",
    properties: { spec, status: { ...status, default: { observedGeneration: -1 } } },
  },
} as const satisfies Record<string, JsonObject>;

export function define(server: ReferenceServer, more: JsonObject = {}): Promise<Reply> {
  const definition = {
    kind: "Widget",
    scope: "Namespaced",
    subresources: { status: {} },
    schema: widgetSchemas.plain,
    ...more,
  };
  const input = { ...definitionKey, spec: withoutAbsent(definition) };
  return mutate(server, "author", { field: "createResource", input });
}

export const definitionKey = { kind: "CustomResourceDefinition", name: "widgets.example.com" };

export const widgetKey = { kind: "Widget", namespace: "default", name: "one" };

export function createWidget(server: ReferenceServer, more: JsonObject = {}): Promise<Reply> {
  const input = { ...widgetKey, spec: {}, ...more };
  return mutate(server, "author", { field: "createResource", input });
}

export function updateWidget(
  server: ReferenceServer,
  before: JsonValue,
  more: JsonObject,
): Promise<Reply> {
  const input = { ...widgetKey, resourceVersion: versionOf(before), ...more };
  return mutate(server, "author", { field: "updateResource", input });
}

export function reportWidget(
  server: ReferenceServer,
  before: JsonValue,
  submitted: JsonValue,
): Promise<Reply> {
  const input = { ...widgetKey, resourceVersion: versionOf(before), status: submitted };
  return mutate(server, "controller", { field: "updateResourceStatus", input });
}

export function remove(server: ReferenceServer, key: JsonObject = widgetKey): Promise<Reply> {
  return mutate(server, "author", { field: "deleteResource", input: key });
}

export async function readWidget(server: ReferenceServer): Promise<JsonValue> {
  const query = `{ resource(kind: "Widget", namespace: "default", name: "one") {
    ${widgetSelection}
  } }`;
  return (await send(server, "reader", { query })).value;
}

export async function listWidgets(server: ReferenceServer): Promise<Reply> {
  const query = `{ resources(kind: "Widget") { resourceVersion items { ${widgetSelection} } } }`;
  return send(server, "reader", { query });
}

/** Opens a watch of all Widgets that starts with the next event. The caller must dispose it. */
export async function watchWidgets(server: ReferenceServer): Promise<TestWatch> {
  const cursor = textAt((await listWidgets(server)).value, "resourceVersion");
  const client = connect(server, "reader");
  const stream = watch(
    client,
    `subscription { watchResources(kind: "Widget", resourceVersion: "${cursor}") {
      type resourceVersion object { ${widgetSelection} }
    } }`,
  );
  return {
    next: () => stream.next(),
    [Symbol.asyncDispose]: async () => {
      await stream[Symbol.asyncDispose]();
      await client.dispose();
    },
  };
}

export const widgetSelection = `kind
  metadata {
    name namespace uid resourceVersion generation creationTimestamp deletionTimestamp
    labels annotations finalizers
  }
  spec
  status`;

function withoutAbsent(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
}
