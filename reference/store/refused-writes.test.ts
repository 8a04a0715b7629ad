import { describe, expect, it } from "vitest";
import { startReference } from "../server/start-reference.ts";
import { at, textAt, versionOf } from "../testing/reference-client.ts";
import { condition } from "../testing/bucket-writer.ts";
import { read, ways, writerOf } from "../testing/deployment-writer.ts";

const { type: _left, ...untyped } = condition("A");

describe.each(ways)("$way writes", (way) => {
  it.each([
    { name: "a count below zero", status: { replicas: -1 }, fields: ["status.replicas"] },
    { name: "a wrong type", status: { replicas: "2" }, fields: ["status.replicas"] },
    {
      name: "two mistakes",
      status: { replicas: -1, readyReplicas: -2 },
      fields: ["status.replicas", "status.readyReplicas"],
    },
    {
      name: "a duplicate condition",
      status: {
        conditions: [condition("A"), condition("A", { status: "False" })],
      },
      fields: ["status.conditions[1].type"],
    },
    {
      name: "an unknown enum value",
      status: { conditions: [condition("A", { status: "Maybe" })] },
      fields: ["status.conditions[0].status"],
    },
    {
      name: "a condition without type",
      status: { conditions: [untyped] },
      fields: ["status.conditions[0].type"],
    },
    { name: "a spec inside", status: { spec: { replicas: 9 } }, fields: ["status.spec"] },
    {
      name: "metadata inside",
      status: { metadata: { labels: { a: "b" } } },
      fields: ["status.metadata"],
    },
    {
      name: "an invalid time",
      status: { conditions: [condition("A", { lastTransitionTime: "today" })] },
      fields: ["status.conditions[0].lastTransitionTime"],
    },
  ])("reject a status with $name, which the error names", async ({ status, fields }) => {
    await using server = await startReference();
    const { create, updateStatus } = writerOf(server, way);
    const before = (await create()).value;
    const refused = await updateStatus({ resourceVersion: versionOf(before), status });

    expect(refused).toMatchObject({ code: "INVALID", fields });
    expect(versionOf(await read(server))).toBe(versionOf(before));
  });

  it.each([
    { name: "spec", member: { spec: { replicas: 9 } } },
    { name: "labels", member: { labels: { a: "b" } } },
    { name: "metadata", member: { metadata: { generation: 9 } } },
  ])("reject $name next to a status", async ({ name, member }) => {
    await using server = await startReference();
    const { create, updateStatus } = writerOf(server, way);
    const resourceVersion = versionOf((await create()).value);
    const refused = await updateStatus({ resourceVersion, status: { replicas: 1 }, ...member });

    expect(refused).toMatchObject({ code: "INVALID", fields: [name] });
  });

  it("reject a status next to a spec, on creation and on update", async () => {
    await using server = await startReference();
    const { create, update } = writerOf(server, way);
    const foreign = { status: { replicas: 9 } };

    expect(await create({ spec: {}, ...foreign })).toMatchObject({
      code: "INVALID",
      fields: ["status"],
    });
    const resourceVersion = versionOf((await create()).value);
    expect(await update({ resourceVersion, ...foreign })).toMatchObject({
      code: "INVALID",
      fields: ["status"],
    });
  });

  it.each([
    { name: "missing", version: {}, code: "INVALID" },
    { name: "empty", version: { resourceVersion: "" }, code: "INVALID" },
    { name: "foreign", version: { resourceVersion: "not-a-version" }, code: "INVALID" },
    { name: "zero", version: { resourceVersion: "0" }, code: "INVALID" },
    { name: "old", version: { resourceVersion: "1" }, code: "CONFLICT" },
    { name: "not issued yet", version: { resourceVersion: "999999999" }, code: "CONFLICT" },
  ])("reject a version that is $name as $code", async ({ version, code }) => {
    await using server = await startReference();
    const { create, update, updateStatus } = writerOf(server, way);
    const current = versionOf((await create()).value);

    for (const refused of [
      await updateStatus({ ...version, status: {} }),
      await update({ ...version, spec: {} }),
    ]) {
      expect(refused.code).toBe(code);
      if (code === "INVALID") expect(refused.fields).toEqual(["metadata.resourceVersion"]);
      else expect(at(refused.errors[0], "extensions", "currentResourceVersion")).toBe(current);
    }
  });

  it("reject another uid as a conflict", async () => {
    await using server = await startReference();
    const { create, update, updateStatus, delete: remove } = writerOf(server, way);
    const created = await create();
    const resourceVersion = versionOf(created.value);
    const uid = "00000000-0000-4000-8000-000000000000";

    expect((await updateStatus({ resourceVersion, uid, status: {} })).code).toBe("CONFLICT");
    expect((await update({ resourceVersion, uid, spec: {} })).code).toBe("CONFLICT");
    expect((await remove({ uid })).code).toBe("CONFLICT");
    expect((await remove({ uid: textAt(created.value, "metadata", "uid") })).errors).toEqual([]);
  });

  it("check existence, then version, then content", async () => {
    await using server = await startReference();
    const { create, updateStatus } = writerOf(server, way);
    const status = { replicas: "many" };

    expect((await updateStatus({ resourceVersion: "", status })).code).toBe("NOT_FOUND");
    const resourceVersion = versionOf((await create()).value);
    expect((await updateStatus({ resourceVersion: "1", status })).code).toBe("CONFLICT");
    expect((await updateStatus({ resourceVersion, status })).code).toBe("INVALID");
  });
});
