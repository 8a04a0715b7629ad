import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isJsonObject, jsonEquals } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { objects, root } from "../testing/drawn-bucket-statuses.ts";
import {
  changeBetween,
  differenceOf,
  differingFields,
  fieldsOf,
  pathsOf,
  unionOf,
  withKeyMembers,
} from "./fields.ts";
import { mergeApplied, withoutFields } from "./merge-applied.ts";
import { ownFields } from "./manage-fields.ts";

describe("a set of fields", () => {
  it("is a tree of fields, and of items by key", () => {
    const conditions = [{ type: "Ready", status: "True" }];
    const fields = fieldsOf({ status: { tags: ["a"], inner: {}, conditions } }, root);

    expect(fields).toEqual({
      "f:status": {
        "f:tags": {},
        "f:inner": {},
        "f:conditions": { 'k:{"type":"Ready"}': { "f:type": {}, "f:status": {} } },
      },
    });
    expect(pathsOf(fields)).toEqual([
      "status.tags",
      "status.inner",
      'status.conditions[type="Ready"].type',
      'status.conditions[type="Ready"].status',
    ]);
  });

  it("treats a list with duplicate keys as one value", () => {
    for (const conditions of [[{ status: "True" }], [{ type: "A" }, { type: "A" }], [1]]) {
      expect(fieldsOf({ status: { conditions } }, root)).toEqual({
        "f:status": { "f:conditions": {} },
      });
    }
  });

  it("treats fields with names of prototype properties as plain data", () => {
    const value: JsonValue = JSON.parse('{"__proto__": {"polluted": 1}}');

    expect(pathsOf(fieldsOf(value, root))).toEqual(["__proto__.polluted"]);
    expect("polluted" in {}).toBe(false);
  });

  it("adds the key fields of every item on request", () => {
    const item = { 'k:{"type":"Ready"}': { "f:status": {} } };

    expect(withKeyMembers({ "f:conditions": item })).toEqual({
      "f:conditions": { 'k:{"type":"Ready"}': { "f:type": {}, "f:status": {} } },
    });
  });

  it("loses nothing in a union, and everything in the difference with itself", () => {
    fc.assert(
      fc.property(objects, objects, (left, right) => {
        const [a, b] = [fieldsOf(left, root), fieldsOf(right, root)];
        const union = unionOf(a, b);
        expect(differenceOf(a, union)).toBeUndefined();
        expect(differenceOf(b, union)).toBeUndefined();
        expect(differenceOf(a, undefined)).toEqual(a);
      }),
    );
  });
});

describe("two states", () => {
  it("differ in no field if they are equal", () => {
    fc.assert(
      fc.property(objects, (object) => {
        const change = changeBetween(object, structuredClone(object), root);
        expect(ownFields(undefined, change)).toBeUndefined();
        expect(differingFields(fieldsOf(object, root), change)).toBeUndefined();
      }),
    );
  });

  it("are equal if no field of either differs", () => {
    fc.assert(
      fc.property(objects, objects, (before, after) => {
        const change = changeBetween(before, after, root);
        const lost = differingFields(fieldsOf(before, root), change);
        const gained = ownFields(undefined, change);
        const isSame = lost === undefined && gained === undefined;
        expect(isSame).toBe(jsonEquals(sorted(before), sorted(after)));
      }),
    );
  });
});

describe("an applied status", () => {
  it("is in the result, together with the fields that it omits", () => {
    fc.assert(
      fc.property(objects, objects, (stored, applied) => {
        const merged = mergeApplied(stored, applied, root);
        const toApplied = changeBetween(applied, merged, root);
        expect(differingFields(fieldsOf(applied, root), toApplied)).toBeUndefined();
        const untouched = differenceOf(fieldsOf(stored, root), fieldsOf(applied, root)) ?? {};
        expect(differingFields(untouched, changeBetween(stored, merged, root))).toBeUndefined();
      }),
    );
  });

  it("changes nothing if it is already stored", () => {
    fc.assert(
      fc.property(objects, (stored) => {
        expect(mergeApplied(stored, stored, root)).toEqual(stored);
      }),
    );
  });

  it("can be removed again without a trace", () => {
    fc.assert(
      fc.property(objects, objects, (stored, applied) => {
        const merged = mergeApplied(stored, applied, root);
        const own = fieldsOf(stored, root);
        const added = differenceOf(fieldsOf(merged, root), own);
        const rest = added === undefined ? merged : withoutFields(merged, added, root);
        expect(differenceOf(rest === undefined ? undefined : fieldsOf(rest, root), own)).toBe(
          undefined,
        );
      }),
    );
  });
});

/** Sorts keyed items, whose order is irrelevant. */
function sorted(object: JsonObject): JsonValue {
  const status = object["status"];
  if (!isJsonObject(status)) return object;
  const conditions = status["conditions"];
  if (!Array.isArray(conditions)) return object;
  const inOrder = conditions.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  return { status: { ...status, conditions: inOrder } };
}
