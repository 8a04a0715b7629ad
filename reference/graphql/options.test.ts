import { describe, expect, it } from "vitest";
import { startReference } from "../server/start-reference.ts";
import { bucketOf, ownedBy } from "../testing/bucket-writer.ts";
import { at, send, versionOf } from "../testing/reference-client.ts";

describe("field validation", () => {
  const status = { usedObjects: 1, bogus: 1, conditions: [] };
  const place = ["updateResourceStatus"];

  it.each([undefined, "STRICT"])("rejects unknown fields under %s", async (fieldValidation) => {
    await using server = await startReference();
    const { create, report, read } = bucketOf(server);
    const before = (await create()).value;
    const options = fieldValidation === undefined ? {} : { fieldValidation };

    expect(await report(status, { options })).toMatchObject({
      code: "INVALID",
      fields: ["status.bogus"],
      warnings: undefined,
    });
    expect(await read()).toEqual(before);
  });

  it("drops unknown fields with a warning under WARN", async () => {
    await using server = await startReference();
    const { create, report } = bucketOf(server);
    await create();
    const { value, warnings } = await report(status, { options: { fieldValidation: "WARN" } });

    expect(at(value, "status")).toEqual({ usedObjects: 1, conditions: [] });
    expect(warnings).toEqual([{ message: expect.stringContaining("status.bogus"), path: place }]);
  });

  it("drops unknown fields silently under IGNORE", async () => {
    await using server = await startReference();
    const { create, report } = bucketOf(server);
    await create();
    const { value, warnings } = await report(status, { options: { fieldValidation: "IGNORE" } });

    expect(at(value, "status")).toEqual({ usedObjects: 1, conditions: [] });
    expect(warnings).toBeUndefined();
  });

  it("applies to all forms and to spec writes", async () => {
    await using server = await startReference();
    const { create, update, replace, merge, json, apply } = bucketOf(server);
    const details = { options: { fieldValidation: "WARN" } };
    const replies = [
      await create({ region: "eu", bogus: 1 }, details),
      await update({ spec: { region: "us", bogus: 1 } }, details),
      await replace({ phase: "Ready", bogus: 1 }, details),
      await merge({ status: { phase: "Ready", bogus: 1 } }, details),
      await json([{ op: "add", path: "/status/bogus", value: 1 }], details),
      await apply({ phase: "Ready", bogus: 1 }, "m1", details),
    ];

    expect(replies.map(({ warnings }) => warnings)).toEqual(
      replies.map(() => [expect.objectContaining({ message: expect.stringContaining("bogus") })]),
    );
    expect(replies.map(({ value }) => JSON.stringify(value).includes("bogus"))).toEqual(
      replies.map(() => false),
    );
  });

  it.each(["WARN", "IGNORE"])(
    "rejects a spec in a status write, and the reverse, under %s",
    async (fieldValidation) => {
      await using server = await startReference();
      const { create, report, merge, update } = bucketOf(server);
      await create();
      const details = { options: { fieldValidation } };
      const refusals = [
        await report({ spec: { region: "us" } }, details),
        await report({ metadata: { labels: {} } }, details),
        await report({ labels: { a: "b" } }, details),
        await merge({ spec: { region: "us" } }, details),
        await update({ spec: { status: { phase: "Ready" } } }, details),
      ];

      expect(refusals.map(({ fields }) => fields)).toEqual([
        ["status.spec"],
        ["status.metadata"],
        ["status.labels"],
        ["spec"],
        ["spec.status"],
      ]);
    },
  );

  it("still rejects other mistakes", async () => {
    await using server = await startReference();
    const { create, report } = bucketOf(server);
    await create();
    const details = { options: { fieldValidation: "WARN" } };

    expect(await report({ ...status, usedObjects: "x" }, details)).toMatchObject({
      code: "INVALID",
      fields: ["status.usedObjects"],
      warnings: undefined,
    });
  });

  it("is strict for fields that GraphQL validates", async () => {
    await using server = await startReference();
    const { create } = bucketOf(server);
    const resourceVersion = versionOf((await create()).value);
    const input = { namespace: "default", name: "web", resourceVersion, status };
    const query = `mutation ($input: UpdateBucketStatusInput!) {
      updateBucketStatus(input: $input, options: { fieldValidation: "WARN" }) { kind }
    }`;
    const { code, fields } = await send(server, "controller", { query, variables: { input } });

    expect({ code, fields }).toEqual({ code: "INVALID", fields: ["status.bogus"] });
  });
});

describe("wrong options", () => {
  it.each([
    ["fieldValidation", "Strict"],
    ["fieldValidation", ""],
    ["fieldManager", "x".repeat(129)],
    ["fieldManager", "two\nlines"],
    ["fieldManager", "bell\u0007"],
    ["fieldManager", "zero width \u200B"],
    ["force", true],
  ])("are rejected: %s %j", async (option, value) => {
    await using server = await startReference();
    const { create, report, read } = bucketOf(server);
    const before = (await create()).value;

    expect(await report({ usedObjects: 1 }, { options: { [option]: value } })).toMatchObject({
      code: "INVALID",
      fields: [`options.${option}`],
    });
    expect(await read()).toEqual(before);
  });

  it.each(["create", "update", "delete"] as const)("are rejected by %s", async (verb) => {
    await using server = await startReference();
    const { create, update, delete: remove } = bucketOf(server);
    const options = { fieldValidation: "LAX", fieldManager: "\n", force: true };
    if (verb !== "create") await create();
    const reply = await {
      create: () => create({}, { options }),
      update: () => update({ labels: { a: "b" } }, { options }),
      delete: () => remove({ options }),
    }[verb]();

    expect(reply.fields).toEqual([
      "options.fieldValidation",
      "options.fieldManager",
      "options.force",
    ]);
  });

  it.each([{}, { fieldManager: "" }, { fieldManager: null }])(
    "make an apply invalid: %j",
    async (options) => {
      await using server = await startReference();
      const { create, applyDocument } = bucketOf(server);
      await create();

      expect((await applyDocument({ status: {} }, { options })).fields).toEqual([
        "options.fieldManager",
      ]);
    },
  );

  it.each(["x".repeat(128), "Zoë 🙂 (v2)"])(
    "include invalid manager names: %s",
    async (fieldManager) => {
      await using server = await startReference();
      const { create, report } = bucketOf(server);
      await create();
      const { value } = await report({ usedObjects: 1 }, { options: { fieldManager } });

      expect(ownedBy(value, fieldManager)).toHaveLength(1);
    },
  );
});
