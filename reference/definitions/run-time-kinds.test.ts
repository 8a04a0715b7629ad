import { describe, expect, it } from "vitest";
import { isJsonObject } from "#contract";
import type { JsonValue } from "#contract";
import { startReference } from "../server/start-reference.ts";
import { at, mutate, send, textAt, versionOf } from "../testing/reference-client.ts";
import {
  createWidget,
  define,
  definitionKey,
  listWidgets,
  readWidget,
  remove,
  reportWidget,
  updateWidget,
  watchWidgets,
  widgetKey,
  widgetSchemas,
} from "../testing/widget-requests.ts";

describe("a kind that is defined at run time", () => {
  it("is served immediately, by every generic operation", async () => {
    await using server = await startReference();
    expect((await createWidget(server)).fields).toEqual(["kind"]);
    expect((await define(server)).value).toMatchObject({ kind: definitionKey.kind, status: null });
    await using watched = await watchWidgets(server);

    const created = await createWidget(server, { spec: { color: "red" } });
    expect(created.value).toMatchObject({
      metadata: { generation: 1 },
      spec: { color: "red", size: 1 },
      status: null,
    });
    const reported = await reportWidget(server, created.value, { phase: "Ready", num: 2 });
    expect(reported.value).toMatchObject({
      metadata: { generation: 1 },
      status: { phase: "Ready", num: 2 },
    });
    const updated = await updateWidget(server, reported.value, { spec: { color: "blue" } });
    expect(updated.value).toMatchObject({
      metadata: { generation: 2 },
      status: { phase: "Ready", num: 2 },
    });
    expect(await readWidget(server)).toMatchObject({ status: { num: 2 } });
    expect(at((await listWidgets(server)).value, "items")).toHaveLength(1);
    expect((await remove(server)).errors).toEqual([]);
    for (const type of ["ADDED", "MODIFIED", "MODIFIED", "DELETED"]) {
      expect(at(await watched.next(), "type")).toBe(type);
    }
  });

  it("accepts status writes if the stored spec is no longer valid", async () => {
    await using server = await startReference();
    const definition = await define(server);
    const created = await createWidget(server, { spec: { size: 9 } });
    const { properties } = widgetSchemas.plain;
    const size = { type: "integer", maximum: 5 };
    const shape = { type: "string", default: "round" };
    const spec = { type: "object", properties: { size, shape } };
    const tightened = await mutate(server, "author", {
      field: "updateResource",
      input: {
        ...definitionKey,
        resourceVersion: versionOf(definition.value),
        spec: {
          kind: "Widget",
          scope: "Namespaced",
          subresources: { status: {} },
          schema: { type: "object", properties: { ...properties, spec } },
        },
      },
    });
    expect(tightened.errors).toEqual([]);
    const reported = await reportWidget(server, created.value, { num: 1 });

    expect(at(reported.value, "spec")).toEqual({ size: 9 });
    expect(at(reported.value, "status", "num")).toBe(1);
    const sameSize = { spec: { size: 9 } };
    expect((await updateWidget(server, reported.value, sameSize)).fields).toEqual(["spec.size"]);
    const labelled = await updateWidget(server, reported.value, { labels: { a: "b" } });
    expect(labelled.value).toMatchObject({ metadata: { generation: 1 }, spec: { size: 9 } });
  });

  it("is removed with its definition, including its objects", async () => {
    await using server = await startReference();
    await define(server);
    await using watched = await watchWidgets(server);
    await createWidget(server, { finalizers: ["example.com/hold"] });
    expect(at(await watched.next(), "type")).toBe("ADDED");
    const deleted = await remove(server, definitionKey);

    const event = await watched.next();
    expect(event).toMatchObject({ type: "DELETED", object: { metadata: { name: "one" } } });
    expect(Number(versionOf(deleted.value))).toBeGreaterThan(
      Number(textAt(event, "resourceVersion")),
    );
    expect((await createWidget(server)).fields).toEqual(["kind"]);
    expect((await listWidgets(server)).fields).toEqual(["kind"]);
    await define(server);
    expect(at((await listWidgets(server)).value, "items")).toEqual([]);
  });

  it("announces the deletion of an object once", async () => {
    await using server = await startReference();
    await define(server);
    await using watched = await watchWidgets(server);
    await createWidget(server, { finalizers: ["example.com/hold"] });
    const { value } = await remove(server);
    await updateWidget(server, value, { finalizers: [], spec: { size: 2 } });
    await createWidget(server);

    const types = [];
    for (let count = 0; count < 4; count += 1) types.push(at(await watched.next(), "type"));
    expect(types).toEqual(["ADDED", "MODIFIED", "DELETED", "ADDED"]);
  });

  it("has a single definition and a unique name", async () => {
    await using server = await startReference();
    await define(server);

    expect((await define(server)).code).toBe("ALREADY_EXISTS");
    for (const kind of ["Widget", "Service", "CustomResourceDefinition"]) {
      const input = {
        ...definitionKey,
        name: "others.example.com",
        spec: { kind, scope: "Cluster", schema: widgetSchemas.plain },
      };
      expect(await mutate(server, "author", { field: "createResource", input })).toMatchObject({
        code: "INVALID",
        fields: ["spec.kind"],
      });
    }
  });

  it("cannot change its name or scope", async () => {
    await using server = await startReference();
    const { value } = await define(server);
    const spec = { kind: "Gadget", scope: "Cluster", schema: widgetSchemas.plain };
    const input = { ...definitionKey, resourceVersion: versionOf(value), spec };

    expect((await mutate(server, "author", { field: "updateResource", input })).fields).toEqual([
      "spec.kind",
      "spec.scope",
    ]);
  });

  it("can be cluster-scoped", async () => {
    await using server = await startReference();
    await define(server, { scope: "Cluster" });
    const { namespace: _, ...key } = widgetKey;
    const created = await mutate(server, "author", {
      field: "createResource",
      input: { ...key, spec: {} },
    });

    expect((await createWidget(server)).fields).toEqual(["metadata.namespace"]);
    expect(created.value).toMatchObject({ metadata: { namespace: null } });
  });

  it("can only be defined by callers that may create definitions", async () => {
    await using server = await startReference();
    const input = { ...definitionKey, spec: {} };

    for (const role of ["controller", "reader", "stranger", "tenant"] as const) {
      expect((await mutate(server, role, { field: "createResource", input })).code).toBe(
        "FORBIDDEN",
      );
    }
    expect((await mutate(server, "author", { field: "createResource", input })).code).toBe(
      "INVALID",
    );
  });

  it("is rejected if its definition is invalid, without harm to the server", async () => {
    await using server = await startReference();
    const bodies: readonly JsonValue[] = [
      nested(25),
      { $ref: "#" },
      null,
      [],
      "schema",
      { type: "object", properties: [] },
    ];
    for (const body of bodies) {
      expect(await define(server, { schema: body })).toMatchObject({
        code: "INVALID",
        fields: expect.arrayContaining(["spec.schema"]),
      });
    }

    expect((await define(server, { schema: nested(1_000) })).code).toBe("INVALID");
    expect((await send(server, "reader", { query: "{ __typename }" })).value).toBe("Query");
  });
});

function nested(levels: number): JsonValue {
  const value: unknown = JSON.parse(`${'{"items":'.repeat(levels)}{}${"}".repeat(levels)}`);
  return isJsonObject(value) ? value : null;
}
