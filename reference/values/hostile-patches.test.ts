import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isJsonObject } from "#contract";
import type { JsonValue } from "#contract";
import { startReference } from "../server/start-reference.ts";
import { bucketOf, condition } from "../testing/bucket-writer.ts";
import { at } from "../testing/reference-client.ts";
import { contentLimits } from "./content-limits.ts";

describe("a hostile patch", () => {
  const used = { op: "add", path: "/status", value: { usedObjects: 1 } };
  const doubled = { op: "copy", from: "/status/conditions", path: "/status/conditions/0/items" };
  const grown = Array.from({ length: 64 }, () => doubled);
  const list = [{ op: "add", path: "/status", value: { conditions: [{}, "x".repeat(100)] } }];
  const deep = nested(1_000);

  it.each<readonly [string, JsonValue]>([
    ["10,001 operations", Array.from({ length: 10_001 }, () => used)],
    ["10,000 malformed operations", Array.from({ length: 10_000 }, () => ({}))],
    ["copies that double what is there", [...list, ...grown]],
    ["a pointer to level 10,000", [{ op: "add", path: "/status/a".repeat(10_000), value: 1 }]],
    ["a value of 1,000 levels", [{ op: "add", path: "/status", value: deep }]],
    ["a document of 1,000 levels", { status: { instance: deep } }],
  ])("with %s is rejected with a short error, without harm to the server", async (_, patch) => {
    await using server = await startReference();
    const { create, json, read } = bucketOf(server);
    const before = (await create()).value;
    const { code, fields, errors } = await json(patch);

    expect(code).toBe("INVALID");
    expect(fields.length).toBeLessThanOrEqual(contentLimits.causes);
    expect(JSON.stringify(errors).length).toBeLessThan(100_000);
    expect(await read()).toEqual(before);
    expect((await json([used])).code).toBeUndefined();
  });

  it("with 100,000 levels is rejected, without harm to the server", async () => {
    await using server = await startReference();
    const { create, json } = bucketOf(server);
    await create();
    const query = `mutation ($patch: JSON!) { patchResourceStatus(input: { kind: "Bucket",
      namespace: "default", name: "web", resourceVersion: "1", type: JSON, patch: $patch
    }) { kind } }`;
    const patch = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    // The request is a string, because no client-side serializer supports this depth.
    const body = `{"query": ${JSON.stringify(query)}, "variables": {"patch": ${patch}}}`;
    const headers = {
      "content-type": "application/json",
      authorization: "Bearer controller-token",
    };
    const reply = await fetch(server.url, { method: "POST", headers, body });

    expect(await reply.json()).toMatchObject({ errors: [{ extensions: { code: "INVALID" } }] });
    expect((await json([used])).code).toBeUndefined();
  });

  it("of random JSON is executed or rejected with a code, and the status stays valid", async () => {
    await using server = await startReference();
    const bucket = bucketOf(server);
    await bucket.create();
    const names = fc.constantFrom(
      "status",
      "phase",
      "conditions",
      "usedObjects",
      "spec",
      "metadata",
    );
    const pointers = fc
      .array(fc.oneof(names, fc.string(), fc.constantFrom("0", "-", "__proto__")), { maxLength: 4 })
      .map((tokens) => ["", ...tokens].join("/"));
    const json = fc.oneof(fc.jsonValue(), fc.dictionary(names, fc.jsonValue()), pointers);
    const operations = fc.array(
      fc.record(
        {
          op: fc.constantFrom("add", "remove", "replace", "move", "copy", "test", "toString"),
          path: pointers,
          from: pointers,
          value: json,
        },
        { requiredKeys: [] },
      ),
      { maxLength: 5 },
    );
    const patches = fc.oneof(json, fc.dictionary(names, json), operations);
    const forms = fc.constantFrom("merge", "json", "applyDocument");
    const options = { fieldManager: "m1", fieldValidation: "IGNORE" };

    await fc.assert(
      fc.asyncProperty(forms, patches, async (form, patch) => {
        const before = await bucket.read();
        const { code, httpStatus } = await bucket[form](toJson(patch), { options });
        const after = await bucket.read();
        expect(httpStatus).toBe(200);
        if (code === undefined) {
          expect(at(after, "spec")).toEqual(at(before, "spec"));
          expect(statusMembers).toEqual(
            expect.arrayContaining([...membersOf(at(after, "status"))]),
          );
        } else {
          expect(["INVALID", "CONFLICT"]).toContain(code);
          expect(after).toEqual(before);
        }
      }),
    );
    expect((await bucket.json([used])).code).toBeUndefined();
  });

  it("with 10,000 operations is executed", async () => {
    await using server = await startReference();
    const { create, json } = bucketOf(server);
    await create();
    const toggled = Array.from({ length: 9_999 }, (_, index) => ({
      op: "replace",
      path: "/status/usedObjects",
      value: index,
    }));

    expect(at((await json([used, ...toggled])).value, "status", "usedObjects")).toBe(9_998);
  });

  it("cannot grow an object beyond the limit", async () => {
    await using server = await startReference();
    const { create, json, read } = bucketOf(server);
    await create();
    await json([{ op: "add", path: "/status", value: { conditions: [] } }]);
    const message = "x".repeat(30_000);
    let code: JsonValue | undefined;
    for (let index = 0; code === undefined && index < 100; index += 1) {
      const value = condition(`Type${index}`, { message });
      ({ code } = await json([{ op: "add", path: "/status/conditions/-", value }]));
    }

    expect(code).toBe("INVALID");
    expect(JSON.stringify(await read()).length).toBeLessThan(contentLimits.objectCharacters);
  });
});

function nested(levels: number): JsonValue {
  let value: JsonValue = 1;
  for (let level = 0; level < levels; level += 1) value = { a: value };
  return value;
}

const statusMembers = ["instance", "phase", "usedObjects", "observedGeneration", "conditions"];

function membersOf(value: JsonValue | undefined): readonly string[] {
  return isJsonObject(value) ? Object.keys(value) : [];
}

function toJson(value: unknown): JsonValue {
  const copy: JsonValue = JSON.parse(JSON.stringify(value));
  return copy;
}
