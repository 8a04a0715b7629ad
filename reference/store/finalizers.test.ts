import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "#contract";
import { startReference } from "../server/start-reference.ts";
import { at, textAt, versionOf } from "../testing/reference-client.ts";
import { read, ways, writerOf } from "../testing/deployment-writer.ts";

const hold = "example.com/hold";
const other = "example.com/other";

describe.each(ways)("finalizers, with $way writes", (way) => {
  it("make a deletion wait", async () => {
    await using server = await startReference();
    const { create, delete: remove } = writerOf(server, way);
    const created = await create({ spec: {}, finalizers: [hold] });
    const deleted = await remove({});
    const again = await remove({});

    expect(created.value).toMatchObject({
      metadata: { finalizers: [hold], deletionTimestamp: null },
    });
    expect(at(deleted.value, "metadata", "generation")).toBe(2);
    expect(textAt(deleted.value, "metadata", "deletionTimestamp")).toMatch(/^\d{4}-.*Z$/);
    expect(again.value).toEqual(deleted.value);
    expect(versionOf(await read(server))).toBe(versionOf(deleted.value));
  });

  it("release the object when the last of them is removed, once", async () => {
    await using server = await startReference();
    const { create, update, delete: remove } = writerOf(server, way);
    await create({ spec: {}, finalizers: [hold, other] });
    const deleted = await remove({});
    const first = await update({ resourceVersion: versionOf(deleted.value), finalizers: [other] });
    const last = await update({ resourceVersion: versionOf(first.value), finalizers: [] });

    expect(at(first.value, "metadata", "finalizers")).toEqual([other]);
    expect(Number(versionOf(last.value))).toBe(Number(versionOf(first.value)) + 1);
    expect(await read(server)).toBeNull();
    expect((await update({ resourceVersion: versionOf(last.value), spec: {} })).code).toBe(
      "NOT_FOUND",
    );
    expect((await create({ spec: {} })).value).toMatchObject({ metadata: { generation: 1 } });
  });

  it("leave a terminating object open for status writes, which change nothing else", async () => {
    await using server = await startReference();
    const { create, updateStatus, delete: remove } = writerOf(server, way);
    await create({ spec: {}, finalizers: [hold] });
    const deleted = await remove({});
    const resourceVersion = versionOf(deleted.value);
    const reported = await updateStatus({ resourceVersion, status: { replicas: 1 } });

    expect(at(reported.value, "metadata")).toEqual({
      ...membersOf(at(deleted.value, "metadata")),
      resourceVersion: versionOf(reported.value),
    });
    for (const member of ["finalizers", "metadata"]) {
      const input = { resourceVersion: versionOf(reported.value), status: {}, [member]: [] };
      expect((await updateStatus(input)).fields).toEqual([member]);
    }
  });

  it("cannot be added to a terminating object", async () => {
    await using server = await startReference();
    const { create, update, delete: remove } = writerOf(server, way);
    await create({ spec: {}, finalizers: [hold] });
    const resourceVersion = versionOf((await remove({})).value);

    expect(await update({ resourceVersion, finalizers: [hold, other] })).toMatchObject({
      code: "INVALID",
      fields: ["metadata.finalizers[1]"],
    });
    expect((await update({ resourceVersion, spec: { replicas: 7 } })).value).toMatchObject({
      spec: { replicas: 7 },
      metadata: { finalizers: [hold] },
    });
  });

  it("can be added and removed before that, without a new generation", async () => {
    await using server = await startReference();
    const { create, update, delete: remove } = writerOf(server, way);
    const created = await create({ spec: {} });
    const held = await update({ resourceVersion: versionOf(created.value), finalizers: [hold] });
    const freed = await update({ resourceVersion: versionOf(held.value), finalizers: null });

    expect(held.value).toMatchObject({ metadata: { generation: 1, finalizers: [hold] } });
    expect(freed.value).toMatchObject({ metadata: { generation: 1, finalizers: null } });
    expect((await remove({})).errors).toEqual([]);
    expect(await read(server)).toBeNull();
  });

  it.each<readonly [string, JsonValue, readonly string[]]>([
    ["no name", ["", "two words"], ["metadata.finalizers[0]", "metadata.finalizers[1]"]],
    ["one name twice", [hold, hold], ["metadata.finalizers[1]"]],
    ["too many", Array.from({ length: 33 }, (_, i) => `example.com/${i}`), ["metadata.finalizers"]],
  ])("are rejected if they are %s", async (_, finalizers, fields) => {
    await using server = await startReference();

    expect(await writerOf(server, way).create({ spec: {}, finalizers })).toMatchObject({
      code: "INVALID",
      fields,
    });
  });

  it("do not restore the object: a status write after its removal is not found", async () => {
    await using server = await startReference();
    const { create, update, updateStatus, delete: remove } = writerOf(server, way);
    const created = await create({ spec: {}, finalizers: [hold] });
    const uid = textAt(created.value, "metadata", "uid");
    const resourceVersion = versionOf((await remove({})).value);
    await update({ resourceVersion, finalizers: [] });
    const late = await updateStatus({ resourceVersion, uid, status: { replicas: 1 } });
    const recreated = await create({ spec: {} });
    const later = await updateStatus({ resourceVersion, uid, status: { replicas: 1 } });

    expect([late.code, later.code]).toEqual(["NOT_FOUND", "CONFLICT"]);
    expect(await read(server)).toMatchObject({
      metadata: { uid: textAt(recreated.value, "metadata", "uid") },
      status: null,
    });
  });
});

function membersOf(value: JsonValue | undefined): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};
}
