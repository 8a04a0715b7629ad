import { describe, expect, it } from "vitest";
import { startReference } from "../server/start-reference.ts";
import { at, mutate, versionOf } from "../testing/reference-client.ts";
import {
  createWidget,
  define,
  listWidgets,
  readWidget,
  remove,
  reportWidget,
  updateWidget,
  watchWidgets,
  widgetKey,
  widgetSchemas,
} from "../testing/widget-requests.ts";

const schema = widgetSchemas.withDefault;

const status = { observedGeneration: -1, mode: "normal" };

describe("a default for the whole status", () => {
  it("is in responses, reads, lists and events", async () => {
    await using server = await startReference();
    await define(server, { schema });
    await using watched = await watchWidgets(server);
    const created = await createWidget(server);

    expect(created.value).toMatchObject({ status });
    expect(await readWidget(server)).toMatchObject({ status });
    expect(at((await listWidgets(server)).value, "items")).toMatchObject([{ status }]);
    expect(await watched.next()).toMatchObject({ type: "ADDED", object: { status } });
  });

  it("stays until the first status write, regardless of authors' writes", async () => {
    await using server = await startReference();
    await define(server, { schema });
    const created = await createWidget(server);
    const changed = await updateWidget(server, created.value, { spec: { size: 2 } });

    expect(changed.value).toMatchObject({ metadata: { generation: 2 }, status });
    expect(
      versionOf((await updateWidget(server, changed.value, { spec: { size: 2 } })).value),
    ).toBe(versionOf(changed.value));
  });

  it("is replaced by the first status write and does not return", async () => {
    await using server = await startReference();
    await define(server, { schema });
    const first = await reportWidget(server, (await createWidget(server)).value, { num: 1 });
    const second = await reportWidget(server, first.value, { phase: "Ready" });
    const third = await updateWidget(server, second.value, { spec: { size: 3 } });

    expect(at(first.value, "status")).toEqual({ num: 1, mode: "normal" });
    expect(at(third.value, "status")).toEqual({ num: 1, phase: "Ready", mode: "normal" });
  });

  it("counts as a reported status once a client has written it", async () => {
    await using server = await startReference();
    await define(server, { schema });
    const created = await createWidget(server);
    const first = await reportWidget(server, created.value, status);
    const second = await reportWidget(server, first.value, { num: 1 });

    expect(versionOf(first.value)).not.toBe(versionOf(created.value));
    expect(at(second.value, "status")).toEqual({ ...status, num: 1 });
  });

  it("is in a recreated object", async () => {
    await using server = await startReference();
    await define(server, { schema });
    await reportWidget(server, (await createWidget(server)).value, { num: 1 });
    await remove(server);

    expect((await createWidget(server)).value).toMatchObject({
      metadata: { generation: 1 },
      status,
    });
  });
});

describe("a default of a status field", () => {
  it("does not create a status, but completes an existing one", async () => {
    await using server = await startReference();
    await define(server);
    const created = await createWidget(server);
    const reported = await reportWidget(server, created.value, {});
    const changed = await reportWidget(server, reported.value, { mode: "fast" });
    const cleared = await reportWidget(server, changed.value, { mode: null });

    expect(at(created.value, "status")).toBeNull();
    expect(at(reported.value, "status")).toEqual({ mode: "normal" });
    expect(at(changed.value, "status")).toEqual({ mode: "fast" });
    expect(at(cleared.value, "status")).toEqual({ mode: "normal" });
  });
});

describe("a kind without a status subresource", () => {
  it("rejects status mutations, after authorization", async () => {
    await using server = await startReference();
    await define(server, { subresources: null });
    const created = await createWidget(server);
    const refused = await reportWidget(server, created.value, { num: 1 });
    const input = { ...widgetKey, resourceVersion: versionOf(created.value), status: { num: 1 } };

    expect(refused).toMatchObject({ code: "INVALID", fields: ["kind"] });
    expect((await mutate(server, "author", { field: "updateResourceStatus", input })).code).toBe(
      "FORBIDDEN",
    );
  });

  it("stores and validates the status like a spec, and increments the generation", async () => {
    await using server = await startReference();
    await define(server, { subresources: null });
    const created = await createWidget(server, { status: { num: 1 } });
    const changed = await updateWidget(server, created.value, { status: { phase: "Ready" } });
    const cleared = await updateWidget(server, changed.value, { status: null });
    const refused = await updateWidget(server, cleared.value, { status: { num: -1 } });

    expect(created.value).toMatchObject({ metadata: { generation: 1 }, status: { num: 1 } });
    expect(changed.value).toMatchObject({
      metadata: { generation: 2 },
      status: { phase: "Ready", mode: "normal" },
    });
    expect(cleared.value).toMatchObject({ metadata: { generation: 3 }, status: null });
    expect(refused).toMatchObject({ code: "INVALID", fields: ["status.num"] });
  });

  it("keeps stored statuses when it gets a status subresource", async () => {
    await using server = await startReference();
    const definition = await define(server, { subresources: null });
    const created = await createWidget(server, { status: { num: 1 } });
    const spec = {
      kind: "Widget",
      scope: "Namespaced",
      subresources: { status: {} },
      schema: widgetSchemas.plain,
    };
    const input = {
      kind: "CustomResourceDefinition",
      name: "widgets.example.com",
      resourceVersion: versionOf(definition.value),
      spec,
    };
    expect((await mutate(server, "author", { field: "updateResource", input })).errors).toEqual([]);
    const refused = await updateWidget(server, created.value, { status: { num: 2 } });

    expect(await readWidget(server)).toMatchObject({ status: { num: 1 } });
    expect(refused).toMatchObject({ code: "INVALID", fields: ["status"] });
    expect((await reportWidget(server, created.value, { phase: "Ready" })).value).toMatchObject({
      metadata: { generation: 1 },
      status: { num: 1, phase: "Ready" },
    });
  });
});
