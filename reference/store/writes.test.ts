import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "#contract";
import { startReference } from "../server/start-reference.ts";
import { at, versionOf } from "../testing/reference-client.ts";
import { condition } from "../testing/bucket-writer.ts";
import { place, read, ways, writerOf } from "../testing/deployment-writer.ts";

describe.each(ways)("$way writes", (way) => {
  it("create objects with generation 1 and without a status", async () => {
    await using server = await startReference();
    const { value } = await writerOf(server, way).create({
      spec: { replicas: 2 },
      labels: { a: "b" },
    });

    expect(value).toMatchObject({
      kind: "Deployment",
      metadata: { ...place, generation: 1, labels: { a: "b" }, annotations: null },
      spec: { replicas: 2 },
      status: null,
    });
    expect(versionOf(await read(server))).toBe(versionOf(value));
  });

  it("reject an existing name", async () => {
    await using server = await startReference();
    const { create } = writerOf(server, way);
    await create();

    expect((await create()).code).toBe("ALREADY_EXISTS");
  });

  it("store a status and leave the rest of the object unchanged", async () => {
    await using server = await startReference();
    const { create, updateStatus } = writerOf(server, way);
    const before = (await create()).value;
    const status = { replicas: 2, observedGeneration: 1 };
    const after = (await updateStatus({ resourceVersion: versionOf(before), status })).value;

    expect(at(after, "status")).toMatchObject(status);
    expect(at(after, "spec")).toEqual(at(before, "spec"));
    expect(at(after, "metadata")).toEqual({
      ...asObject(at(before, "metadata")),
      resourceVersion: versionOf(after),
    });
    expect(Number(versionOf(after))).toBe(Number(versionOf(before)) + 1);
  });

  it("keep omitted fields of a status, clear nulls, replace lists", async () => {
    await using server = await startReference();
    const { create, updateStatus } = writerOf(server, way);
    const ready = condition("Ready");
    const first = await updateStatus({
      resourceVersion: versionOf((await create()).value),
      status: {
        replicas: 2,
        readyReplicas: 1,
        conditions: [ready, condition("Old")],
      },
    });
    const second = await updateStatus({
      resourceVersion: versionOf(first.value),
      status: { readyReplicas: null, conditions: [ready] },
    });

    expect(second.errors).toEqual([]);
    expect(at(await read(server), "status")).toEqual({ replicas: 2, conditions: [ready] });
  });

  it("replace a spec as a whole, increment the generation, and keep the status", async () => {
    await using server = await startReference();
    const { create, update, updateStatus } = writerOf(server, way);
    const created = await create();
    const status = { replicas: 2 };
    const reported = await updateStatus({ resourceVersion: versionOf(created.value), status });
    await update({ resourceVersion: versionOf(reported.value), spec: { image: "web:2" } });

    expect(await read(server)).toMatchObject({
      metadata: { generation: 2 },
      spec: { image: "web:2" },
      status,
    });
    expect(at(await read(server), "spec", "replicas")).toBeUndefined();
  });

  it("change labels without a new generation", async () => {
    await using server = await startReference();
    const { create, update } = writerOf(server, way);
    const created = await create({ spec: {}, labels: { a: "1" }, annotations: { note: "x" } });
    const resourceVersion = versionOf(created.value);
    const changed = await update({ resourceVersion, labels: null, annotations: { note: "y" } });

    expect(at(changed.value, "metadata")).toMatchObject({
      generation: 1,
      labels: null,
      annotations: { note: "y" },
    });
    expect(versionOf(changed.value)).not.toBe(resourceVersion);
  });

  it("keep the version if nothing changes", async () => {
    await using server = await startReference();
    const { create, update, updateStatus } = writerOf(server, way);
    const spec = { replicas: 2, image: "web:1" };
    const created = await create({ spec });
    const status = { replicas: 2, conditions: [condition("Ready")] };
    const first = await updateStatus({ resourceVersion: versionOf(created.value), status });
    const resourceVersion = versionOf(first.value);
    const again = await updateStatus({
      resourceVersion,
      status: { ...status, readyReplicas: null },
    });
    const same = await update({ resourceVersion, spec, labels: {} });

    expect([versionOf(again.value), versionOf(same.value)]).toEqual([
      resourceVersion,
      resourceVersion,
    ]);
  });

  it("return the last state with a new version for a deletion", async () => {
    await using server = await startReference();
    const { create, updateStatus, delete: remove } = writerOf(server, way);
    const created = await create();
    const old = await updateStatus({
      resourceVersion: versionOf(created.value),
      status: { replicas: 1 },
    });
    const deleted = await remove({});

    expect(deleted.value).toMatchObject({ status: { replicas: 1 } });
    expect(Number(versionOf(deleted.value))).toBeGreaterThan(Number(versionOf(old.value)));
    expect(await read(server)).toBeNull();
    expect((await remove({})).code).toBe("NOT_FOUND");
    expect((await create()).value).not.toHaveProperty(
      "metadata.uid",
      at(created.value, "metadata", "uid"),
    );
  });

  it("let one of many concurrent writes win", async () => {
    await using server = await startReference();
    const { create, updateStatus } = writerOf(server, way);
    const resourceVersion = versionOf((await create()).value);
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, replicas) =>
        updateStatus({ resourceVersion, status: { replicas } }),
      ),
    );

    expect(replies.filter((reply) => reply.code === "CONFLICT")).toHaveLength(19);
  });
});

function asObject(value: JsonValue | undefined): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};
}
