import * as fc from "fast-check";
import { createPatch } from "rfc6902";
import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "#contract";
import { startReference } from "../server/start-reference.ts";
import { bucketOf } from "../testing/bucket-writer.ts";
import { at, textAt } from "../testing/reference-client.ts";
import { applyJsonPatch } from "../content/apply-json-patch.ts";
import { prototypeKeysIn } from "./json-bounds.ts";
import { readJsonPatch } from "./read-json-patch.ts";

const status = { phase: "A", "a/b": 1, "m~n": 2, list: [1, 2, 3], inner: { x: 1 } };
const stored = { metadata: { resourceVersion: "7" }, spec: { region: "eu" }, status };

function outcomeOf(operations: JsonValue): JsonValue | undefined {
  const read = readJsonPatch(operations);
  const patched = applyJsonPatch(stored, read.operations);
  const [cause] = [...read.causes, ...patched.causes];
  return cause === undefined ? patched.document["status"] : `${cause.reason} ${cause.field}`;
}

describe("a JSON patch", () => {
  it.each<readonly [string, JsonValue, JsonObject]>([
    ["adds", [{ op: "add", path: "/status/num", value: 1 }], { num: 1 }],
    ["replaces", [{ op: "replace", path: "/status/phase", value: "B" }], { phase: "B" }],
    ["inserts", [{ op: "add", path: "/status/list/1", value: 9 }], { list: [1, 9, 2, 3] }],
    ["appends", [{ op: "add", path: "/status/list/-", value: 9 }], { list: [1, 2, 3, 9] }],
    ["appends by index", [{ op: "add", path: "/status/list/3", value: 9 }], { list: [1, 2, 3, 9] }],
    ["removes items", [{ op: "remove", path: "/status/list/0" }], { list: [2, 3] }],
    ["unescapes", [{ op: "replace", path: "/status/a~1b", value: 9 }], { "a/b": 9 }],
    ["unescapes in order", [{ op: "replace", path: "/status/m~0n", value: 9 }], { "m~n": 9 }],
    ["copies", [{ op: "copy", from: "/spec/region", path: "/status/copy" }], { copy: "eu" }],
    [
      "moves inside a list",
      [{ op: "move", from: "/status/list/0", path: "/status/list/2" }],
      { list: [2, 3, 1] },
    ],
    [
      "tests without regard to the order of members",
      [
        { op: "test", path: "/metadata/resourceVersion", value: "7" },
        { op: "test", path: "/spec", value: { region: "eu" } },
        { op: "replace", path: "/status/phase", value: "B" },
      ],
      { phase: "B" },
    ],
    [
      "ignores members that it does not know",
      [{ op: "remove", path: "/status/list/2", note: 1 }],
      { list: [1, 2] },
    ],
  ])("%s", (_, operations, change) => {
    expect(outcomeOf(operations)).toEqual({ ...status, ...change });
  });

  it.each<readonly [string, JsonObject, string]>([
    ["a test of another value", { op: "test", path: "/status/phase", value: "B" }, "status.phase"],
    ["a test of nothing", { op: "test", path: "/status/none", value: null }, "status.none"],
    ["a missing parent", { op: "add", path: "/status/none/x", value: 1 }, "status.none.x"],
    ["a parent that is a text", { op: "add", path: "/status/phase/x", value: 1 }, "status.phase.x"],
    ["a gap in a list", { op: "add", path: "/status/list/4", value: 1 }, "status.list[4]"],
    ["no index", { op: "add", path: "/status/list/x", value: 1 }, "status.list.x"],
    ["a leading zero", { op: "add", path: "/status/list/01", value: 1 }, "status.list.01"],
    ["nothing to replace", { op: "replace", path: "/status/none", value: 1 }, "status.none"],
    [
      "an item that is not there",
      { op: "replace", path: "/status/list/3", value: 1 },
      "status.list[3]",
    ],
    ["the end of a list", { op: "remove", path: "/status/list/-" }, "status.list[-]"],
    ["the length of a list", { op: "remove", path: "/status/list/length" }, "status.list.length"],
    ["an inherited member", { op: "remove", path: "/status/toString" }, "status.toString"],
    [
      "a source that is not there",
      { op: "copy", from: "/status/none", path: "/status/x" },
      "status.x",
    ],
    [
      "an inherited source",
      { op: "copy", from: "/status/toString", path: "/status/x" },
      "status.x",
    ],
    [
      "a move into itself",
      { op: "move", from: "/status/inner", path: "/status/inner/x" },
      "status.inner.x",
    ],
  ])("fails with %s", (_, operation, field) => {
    expect(outcomeOf([operation])).toBe(`PatchFailed ${field}`);
  });

  it.each<readonly [string, JsonObject, string]>([
    ["an unknown operation", { op: "increment", path: "/status/x" }, "FieldValueInvalid patch[0]"],
    ["no operation", { path: "/status/x" }, "FieldValueInvalid patch[0]"],
    ["no path", { op: "remove" }, "FieldValueInvalid patch[0]"],
    ["no pointer", { op: "remove", path: "status" }, "FieldValueInvalid patch[0]"],
    ["a wrong escape", { op: "remove", path: "/status/~2" }, "FieldValueInvalid patch[0]"],
    ["no value", { op: "add", path: "/status/x" }, "FieldValueInvalid patch[0]"],
    ["no source", { op: "copy", path: "/status/x" }, "FieldValueInvalid patch[0]"],
    [
      "a change of the spec",
      { op: "replace", path: "/spec/region", value: "us" },
      "FieldForbidden spec.region",
    ],
    [
      "a change of labels",
      { op: "add", path: "/metadata/labels", value: {} },
      "FieldForbidden metadata.labels",
    ],
    [
      "a move out of the spec",
      { op: "move", from: "/spec/region", path: "/status/x" },
      "FieldForbidden spec.region",
    ],
    ["a change of everything", { op: "replace", path: "", value: {} }, "FieldForbidden undefined"],
    [
      "a name that is not quite status",
      { op: "add", path: "/statuses", value: 1 },
      "FieldForbidden statuses",
    ],
    [
      "a prototype in a pointer",
      { op: "add", path: "/status/__proto__/x", value: 1 },
      "FieldForbidden status.__proto__.x",
    ],
    [
      "a prototype as a source",
      { op: "copy", from: "/status/constructor", path: "/status/x" },
      "FieldForbidden status.constructor",
    ],
    [
      "a prototype in a value",
      { op: "add", path: "/status/x", value: { prototype: 1 } },
      "FieldForbidden patch[0].value.prototype",
    ],
  ])("is rejected with %s", (_, operation, cause) => {
    expect(outcomeOf([operation])).toBe(cause);
  });

  it("is rejected if it is not a list", () => {
    expect(outcomeOf({ op: "remove", path: "/status" })).toBe("FieldValueInvalid patch");
  });
});

describe("a computed JSON patch", () => {
  const json = fc.jsonValue({ maxDepth: 3 }).map((value): JsonValue => toJson(value));

  it("transforms one status into the other", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), json),
        fc.dictionary(fc.string(), json),
        (from, to) => {
          fc.pre(!hasPrototypeKeys(from) && !hasPrototypeKeys(to));
          const operations = toJson(createPatch({ status: from }, { status: to }));
          const read = readJsonPatch(operations);
          const patched = applyJsonPatch({ status: from }, read.operations);

          expect([...read.causes, ...patched.causes]).toEqual([]);
          expect(patched.document).toEqual({ status: to });
        },
      ),
    );
  });
});

describe("a JSON patch of a stored status", () => {
  it("is executed completely or not at all", async () => {
    await using server = await startReference();
    const { create, report, json, read } = bucketOf(server);
    await create();
    const before = (await report({ phase: "Pending", usedObjects: 1 })).value;
    const operations = [
      { op: "test", path: "/status/phase", value: "Pending" },
      { op: "replace", path: "/status/phase", value: "Ready" },
    ];
    const failing = [...operations, { op: "test", path: "/status/usedObjects", value: 2 }];
    const { code, fields, errors } = await json(failing);

    expect({ code, fields }).toEqual({ code: "INVALID", fields: ["status.usedObjects"] });
    expect(textAt(causesOf(errors[0]), "reason")).toBe("PatchFailed");
    expect(await read()).toEqual(before);
    expect(at((await json(operations)).value, "status", "phase")).toBe("Ready");
  });

  it("creates no parents, unlike a merge patch", async () => {
    await using server = await startReference();
    const { create, json, merge } = bucketOf(server);
    await create();

    expect(await json([{ op: "add", path: "/status/phase", value: "Ready" }])).toMatchObject({
      code: "INVALID",
      fields: ["status.phase"],
    });
    expect((await merge({ status: { phase: "Ready" } })).code).toBeUndefined();
  });

  it.each([
    ["no operations", []],
    ["a test alone", [{ op: "test", path: "/spec/region", value: "eu" }]],
    ["the same value", [{ op: "replace", path: "/status/usedObjects", value: 1 }]],
  ])("changes nothing with %s", async (_, operations) => {
    await using server = await startReference();
    const { create, report, json, read } = bucketOf(server);
    await create();
    const before = (await report({ usedObjects: 1 })).value;

    expect((await json(operations)).value).toEqual(before);
    expect(await read()).toEqual(before);
  });

  it.each([
    ["a member of the wrong type", { op: "add", path: "/status/phase", value: 1 }, "status.phase"],
    ["an unknown member", { op: "add", path: "/status/bogus", value: 1 }, "status.bogus"],
    ["a spec inside", { op: "copy", from: "/spec", path: "/status/spec" }, "status.spec"],
    ["a status that is a text", { op: "replace", path: "/status", value: "x" }, "status"],
  ])("is rejected with %s and stores nothing", async (_, operation, field) => {
    await using server = await startReference();
    const { create, report, json, read } = bucketOf(server);
    await create();
    const before = (await report({ usedObjects: 1 })).value;

    expect(await json([operation])).toMatchObject({ code: "INVALID", fields: [field] });
    expect(await read()).toEqual(before);
  });

  it("can remove the whole status", async () => {
    await using server = await startReference();
    const { create, report, json } = bucketOf(server);
    await create();
    await report({ usedObjects: 1 });

    expect(at((await json([{ op: "remove", path: "/status" }])).value, "status")).toBeNull();
  });
});

function causesOf(error: JsonValue | undefined): JsonValue | undefined {
  const causes = at(error, "extensions", "causes");
  return Array.isArray(causes) ? causes[0] : undefined;
}

function toJson(value: unknown): JsonValue {
  const copy: JsonValue = JSON.parse(JSON.stringify(value));
  return copy;
}

function hasPrototypeKeys(value: JsonValue): boolean {
  return prototypeKeysIn(value, "").length > 0;
}
