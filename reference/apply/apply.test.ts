import { describe, expect, it } from "vitest";
import { startReference } from "../server/start-reference.ts";
import { bucketOf, condition, conditionsOf, ownedBy } from "../testing/bucket-writer.ts";
import { at, versionOf } from "../testing/reference-client.ts";

describe("applying a status", () => {
  it("stores the status and records its managers", async () => {
    await using server = await startReference();
    const { create, apply } = bucketOf(server);
    await create();
    const { value } = await apply({ phase: "Ready", conditions: [condition("Ready")] }, "m1");

    expect(at(value, "status")).toEqual({ phase: "Ready", conditions: [condition("Ready")] });
    const members = ["type", "status", "reason", "message", "lastTransitionTime"];
    const item = Object.fromEntries(members.map((member) => [`f:${member}`, {}]));
    const conditions = { 'k:{"type":"Ready"}': item };
    expect(ownedBy(value, "m1")).toEqual([
      {
        manager: "m1",
        operation: "Apply",
        subresource: "status",
        fields: { "f:status": { "f:phase": {}, "f:conditions": conditions } },
      },
    ]);
  });

  it("refuses to change fields of other managers, and names the managers and the field", async () => {
    await using server = await startReference();
    const { create, apply, read } = bucketOf(server);
    await create();
    const conditions = [condition("Ready")];
    await apply({ phase: "Ready", usedObjects: 1, conditions }, "m1");
    const before = await read();
    const others = [condition("Ready", { status: "False" })];
    const refused = await apply({ phase: "Failed", usedObjects: 1, conditions: others }, "m2");

    expect(refused.code).toBe("CONFLICT");
    expect(at(refused.errors[0], "extensions", "reason")).toBe("FieldManagerConflict");
    expect(at(refused.errors[0], "extensions", "causes")).toEqual([
      {
        reason: "FieldManagerConflict",
        field: "status.phase",
        message: expect.stringContaining('"m1"'),
      },
      {
        reason: "FieldManagerConflict",
        field: 'status.conditions[type="Ready"].status',
        message: expect.stringContaining('"m1"'),
      },
    ]);
    expect(await read()).toEqual(before);
  });

  it("takes over fields by force, except unchanged fields of the other manager", async () => {
    await using server = await startReference();
    const { create, apply } = bucketOf(server);
    await create();
    await apply({ phase: "Ready", usedObjects: 1 }, "m1");
    const { value } = await apply({ phase: "Failed" }, "m2", { options: { force: true } });

    expect(at(value, "status")).toEqual({ phase: "Failed", usedObjects: 1 });
    expect(ownedBy(value, "m1")).toMatchObject([
      { fields: { "f:status": { "f:usedObjects": {} } } },
    ]);
    expect(ownedBy(value, "m2")).toMatchObject([{ fields: { "f:status": { "f:phase": {} } } }]);
    expect((await apply({ phase: "Ready", usedObjects: 1 }, "m1")).fields).toEqual([
      "status.phase",
    ]);
  });

  it("shares the ownership of equal values", async () => {
    await using server = await startReference();
    const { create, apply } = bucketOf(server);
    await create();
    const first = (await apply({ phase: "Ready" }, "m1")).value;
    const second = (await apply({ phase: "Ready" }, "m2")).value;

    expect(at(second, "status")).toEqual(at(first, "status"));
    expect(versionOf(second)).not.toBe(versionOf(first));
    expect([...ownedBy(second, "m1"), ...ownedBy(second, "m2")]).toHaveLength(2);
  });

  it("removes omitted fields unless another manager owns them too", async () => {
    await using server = await startReference();
    const { create, apply } = bucketOf(server);
    await create();
    await apply({ phase: "Ready", usedObjects: 1, instance: "i-1" }, "m1");
    await apply({ usedObjects: 1 }, "m2");
    const { value } = await apply({ phase: "Ready" }, "m1");

    expect(at(value, "status")).toEqual({ phase: "Ready", usedObjects: 1 });
    expect(ownedBy(value, "m1")).toMatchObject([{ fields: { "f:status": { "f:phase": {} } } }]);
    expect(at((await apply({}, "m2")).value, "status")).toEqual({ phase: "Ready" });
  });

  it("merges conditions by type", async () => {
    await using server = await startReference();
    const { create, apply, read } = bucketOf(server);
    await create();
    await apply({ conditions: [condition("Ready"), condition("Old")] }, "m1");
    await apply({ conditions: [condition("Synced")] }, "m2");
    expect(conditionsOf(await read())).toEqual(["Ready=True", "Old=True", "Synced=True"]);

    await apply({ conditions: [condition("Ready", { status: "False" })] }, "m1");
    expect(conditionsOf(await read())).toEqual(["Ready=False", "Synced=True"]);
    await apply({}, "m1");
    expect(conditionsOf(await read())).toEqual(["Synced=True"]);
  });

  it("is rejected if it would leave an incomplete item to another manager", async () => {
    await using server = await startReference();
    const { create, apply, report, read } = bucketOf(server);
    await create();
    await apply({ conditions: [condition("Ready")] }, "m1");
    await report({ conditions: [condition("Ready", { status: "False" })] });
    const before = await read();
    const { code, fields } = await apply({}, "m1");

    expect({ code, fields }).toMatchObject({
      code: "INVALID",
      fields: expect.arrayContaining(["status.conditions[0].reason"]),
    });
    expect(await read()).toEqual(before);
  });

  it("changes nothing the second time", async () => {
    await using server = await startReference();
    const { create, apply, read } = bucketOf(server);
    await create();
    const status = { phase: "Ready", conditions: [condition("Ready"), condition("Synced")] };
    const before = (await apply(status, "m1")).value;

    expect((await apply(status, "m1")).value).toEqual(before);
    expect(await read()).toEqual(before);
  });

  it("treats an absent status as empty, and never owns the spec", async () => {
    await using server = await startReference();
    const { create, applyDocument, apply, read } = bucketOf(server);
    await create({ region: "eu" }, { options: { fieldManager: "m1" } });
    await apply({ phase: "Ready" }, "m1");
    const { value } = await applyDocument({}, { options: { fieldManager: "m1" } });

    expect(at(value, "status")).toEqual({});
    expect(ownedBy(await read(), "m1")).toEqual([
      {
        manager: "m1",
        operation: "Update",
        subresource: null,
        fields: { "f:spec": { "f:region": {} } },
      },
    ]);
  });
});

describe.each(["report", "replace", "merge", "json"] as const)("a write of the form %s", (form) => {
  const contents = {
    report: { phase: "Failed" },
    replace: { phase: "Failed", usedObjects: 1 },
    merge: { status: { phase: "Failed" } },
    json: [{ op: "replace", path: "/status/phase", value: "Failed" }],
  };

  it("takes the ownership of changed fields from their managers", async () => {
    await using server = await startReference();
    const bucket = bucketOf(server);
    await bucket.create();
    await bucket.apply({ phase: "Ready", usedObjects: 1 }, "m1");
    const write = form === "report" ? bucket.report(contents.report) : bucket[form](contents[form]);
    const { value } = await write;

    expect(at(value, "status")).toEqual({ phase: "Failed", usedObjects: 1 });
    expect(ownedBy(value, "m1")).toMatchObject([
      { fields: { "f:status": { "f:usedObjects": {} } } },
    ]);
    expect(ownedBy(value, "controller")).toEqual([
      {
        manager: "controller",
        operation: "Update",
        subresource: "status",
        fields: { "f:status": { "f:phase": {} } },
      },
    ]);
    expect((await bucket.apply({ phase: "Ready", usedObjects: 1 }, "m1")).fields).toEqual([
      "status.phase",
    ]);
  });
});

describe("ownership", () => {
  it("is recorded for spec writes separately from status writes", async () => {
    await using server = await startReference();
    const { create, update, report, read } = bucketOf(server);
    await create({ region: "eu" });
    const manager = { options: { fieldManager: "m1" } };
    await update({ labels: { a: "b" }, spec: { region: "us", instance: "i-1" } }, manager);
    await report({ usedObjects: 1 }, manager);

    expect(ownedBy(await read(), "author")).toEqual([]);
    expect(ownedBy(await read(), "m1")).toMatchObject([
      {
        operation: "Update",
        subresource: null,
        fields: {
          "f:metadata": { "f:labels": { "f:a": {} } },
          "f:spec": { "f:region": {}, "f:instance": {} },
        },
      },
      {
        operation: "Update",
        subresource: "status",
        fields: { "f:status": { "f:usedObjects": {} } },
      },
    ]);
  });

  it("ends when the value is removed", async () => {
    await using server = await startReference();
    const { create, report, read } = bucketOf(server);
    await create();
    await report({ usedObjects: 1 });
    await report({ usedObjects: null, phase: "Ready" }, { options: { fieldManager: "m1" } });

    expect(ownedBy(await read(), "controller")).toEqual([]);
    expect(ownedBy(await read(), "m1")).toMatchObject([
      { fields: { "f:status": { "f:phase": {} } } },
    ]);
  });

  it("does not change if a write changes nothing", async () => {
    await using server = await startReference();
    const { create, report, merge } = bucketOf(server);
    await create();
    const before = (await report({ usedObjects: 1 })).value;
    const again = await merge({ status: { usedObjects: 1 } }, { options: { fieldManager: "m2" } });

    expect(again.value).toEqual(before);
  });
});
