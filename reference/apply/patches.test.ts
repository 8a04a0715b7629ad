import { describe, expect, it } from "vitest";
import type { JsonValue } from "#contract";
import { startReference } from "../server/start-reference.ts";
import { bucketOf, condition } from "../testing/bucket-writer.ts";
import { at, versionOf } from "../testing/reference-client.ts";

const ready = condition("Ready");

describe("replacing a status", () => {
  it("keeps nothing of the stored status, and the rest of the object", async () => {
    await using server = await startReference();
    const { create, update, report, replace, read } = bucketOf(server);
    await create();
    await update({ labels: { a: "b" } });
    await report({ phase: "Ready", usedObjects: 3, conditions: [ready] });
    const before = await read();
    const { value } = await replace({ usedObjects: 4, phase: null });

    expect(at(value, "status")).toEqual({ usedObjects: 4 });
    expect(at(value, "spec")).toEqual(at(before, "spec"));
    expect(at(value, "metadata", "labels")).toEqual({ a: "b" });
    expect(at(value, "metadata", "generation")).toBe(1);
    expect(await read()).toEqual(value);
  });

  it.each([
    ["a wrong value", { usedObjects: -1 }, ["status.usedObjects"]],
    ["an unknown member", { bogus: 1 }, ["status.bogus"]],
    ["a spec inside", { spec: { region: "us" } }, ["status.spec"]],
    ["no object", 3, ["status"]],
  ])("is rejected with %s", async (_, status, fields) => {
    await using server = await startReference();
    const { create, replace, read } = bucketOf(server);
    const before = (await create()).value;

    expect(await replace(status)).toMatchObject({ code: "INVALID", fields });
    expect(await read()).toEqual(before);
  });
});

describe("a merge patch", () => {
  it("changes the given fields, removes nulls, merges objects and replaces lists", async () => {
    await using server = await startReference();
    const { create, report, merge, read } = bucketOf(server);
    await create();
    const conditions = [ready, condition("Synced")];
    await report({ phase: "Pending", usedObjects: 1, instance: "i-1", conditions });
    await merge({ status: { usedObjects: 2, phase: null, conditions: [condition("Old")] } });

    expect(at(await read(), "status")).toEqual({
      usedObjects: 2,
      instance: "i-1",
      conditions: [condition("Old")],
    });
  });

  it("removes the whole status with null", async () => {
    await using server = await startReference();
    const { create, report, merge, read } = bucketOf(server);
    await create();
    await report({ usedObjects: 1 });
    await merge({ status: null });

    expect(at(await read(), "status")).toBeNull();
  });

  it.each([
    [{}],
    [{ status: { usedObjects: 1 } }],
    [{ status: {} }],
    [{ status: { phase: null } }],
  ])("that changes nothing keeps the version: %j", async (patch) => {
    await using server = await startReference();
    const { create, report, merge, read } = bucketOf(server);
    await create();
    const before = (await report({ usedObjects: 1 })).value;

    expect((await merge(patch)).value).toEqual(before);
    expect(await read()).toEqual(before);
  });
});

describe.each(["merge", "applyDocument"] as const)("a document (%s)", (form) => {
  const options = { fieldManager: "m1" };

  it.each<readonly [string, JsonValue, readonly string[]]>([
    ["a spec", { status: { usedObjects: 2 }, spec: { region: "us" } }, ["spec"]],
    ["labels", { metadata: { labels: {} }, status: {} }, ["metadata.labels"]],
    ["its own name", { metadata: { name: "web" }, status: {} }, ["metadata.name"]],
    ["empty metadata", { metadata: {} }, ["metadata"]],
    ["a list", [], ["patch"]],
    ["a text", "status", ["patch"]],
    ["a status that is no object", { status: 1 }, ["status"]],
    ["an unknown member", { status: { bogus: 1 } }, ["status.bogus"]],
  ])("is rejected with %s, which the error names", async (_, patch, fields) => {
    await using server = await startReference();
    const bucket = bucketOf(server);
    const before = (await bucket.create()).value;
    const repaired = { status: { usedObjects: 2 } };

    expect(await bucket[form](patch, { options: form === "merge" ? {} : options })).toMatchObject({
      code: "INVALID",
      fields,
    });
    expect(await bucket.read()).toEqual(before);
    expect(
      (await bucket[form](repaired, { options: form === "merge" ? {} : options })).code,
    ).toBeUndefined();
  });

  it.each(["__proto__", "constructor", "prototype"])(
    "is rejected with a property %s",
    async (name) => {
      await using server = await startReference();
      const bucket = bucketOf(server);
      await bucket.create();
      const patch: JsonValue = JSON.parse(`{"status": {"conditions": [{"${name}": {"a": 1}}]}}`);

      expect(await bucket[form](patch, { options: form === "merge" ? {} : options })).toMatchObject(
        {
          code: "INVALID",
          fields: [`status.conditions[0].${name}`],
        },
      );
      expect("a" in {}).toBe(false);
    },
  );
});

describe.each(["merge", "json", "replace", "apply"] as const)("a write of the form %s", (form) => {
  const contents = {
    merge: { status: { usedObjects: 2 } },
    json: [{ op: "add", path: "/status", value: { usedObjects: 2 } }],
    replace: { usedObjects: 2 },
    apply: { status: { usedObjects: 2 } },
  };
  const write = form === "apply" ? "applyDocument" : form;
  const options = form === "apply" ? { fieldManager: "m1" } : {};

  it("requires the current version", async () => {
    await using server = await startReference();
    const bucket = bucketOf(server);
    const stale = versionOf((await bucket.create()).value);
    const current = versionOf((await bucket.report({ phase: "Ready" })).value);
    const before = await bucket.read();
    const refused = await bucket[write](contents[form], { options, resourceVersion: stale });

    expect(refused.code).toBe("CONFLICT");
    expect(at(refused.errors[0], "extensions", "currentResourceVersion")).toBe(current);
    expect(at(refused.errors[0], "extensions", "causes")).toBeUndefined();
    expect(await bucket.read()).toEqual(before);
    expect((await bucket[write](contents[form], { options })).code).toBeUndefined();
  });

  it("is rejected if the uid differs", async () => {
    await using server = await startReference();
    const bucket = bucketOf(server);
    await bucket.create();

    expect((await bucket[write](contents[form], { options, uid: "other" })).code).toBe("CONFLICT");
  });

  it("is denied to authors, whether or not the object exists", async () => {
    await using server = await startReference();
    const bucket = bucketOf(server);
    const details = { options, role: "author", resourceVersion: "1" } as const;
    const missing = await bucket[write](contents[form], details);
    await bucket.create();
    const existing = await bucket[write](contents[form], details);

    expect(missing.code).toBe("FORBIDDEN");
    expect(existing.errors).toEqual(missing.errors);
  });

  it("never creates an object", async () => {
    await using server = await startReference();
    const bucket = bucketOf(server);
    const { code } = await bucket[write](contents[form], { options, resourceVersion: "1" });

    expect(code).toBe("NOT_FOUND");
    expect(await bucket.read()).toBeNull();
  });

  it("is rejected if the result is invalid, with one cause per violation", async () => {
    await using server = await startReference();
    const bucket = bucketOf(server);
    const before = (await bucket.create()).value;
    const status = { usedObjects: -1, conditions: [ready, ready] };
    const content = {
      merge: { status },
      json: [{ op: "add", path: "/status", value: status }],
      replace: status,
      apply: { status },
    }[form];
    const { code, fields } = await bucket[write](content, { options });

    expect({ code, fields }).toEqual({
      code: "INVALID",
      fields: ["status.usedObjects", "status.conditions[1].type"],
    });
    expect(await bucket.read()).toEqual(before);
  });
});
