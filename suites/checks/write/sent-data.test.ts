import { applyPatch } from "rfc6902";
import type { Operation } from "rfc6902";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "#contract";
import { mistakes, repaired } from "./invalid-manager-refused.ts";
import { attemptsOf } from "./json-patch-fails-whole.ts";
import { patchesOf } from "./json-patch-operations.ts";
import { malformedPatches } from "./malformed-json-patch-refused.ts";
import { spellings } from "./managers-not-writable.ts";
import { emptyObjects, membersWithLists } from "./merge-patch.ts";
import { withUnknown } from "./unknown-members-by-mode.ts";
import { withMessages, withMoreConditions } from "./unusual-statuses-are-stored.ts";

const path = "/status/num";

function count(value: number): number {
  return value;
}

const names: ReadonlySet<unknown> = new Set(["add", "copy", "move", "remove", "replace", "test"]);

function patched(document: JsonObject, patch: readonly JsonObject[]): unknown {
  const made: unknown = structuredClone(document);
  const problem = applyPatch(made, patch.filter(isOperation)).find((result) => result !== null);
  return problem?.name ?? made;
}

function isOperation(operation: JsonObject): operation is JsonObject & Operation {
  return names.has(operation["op"]) && typeof operation["path"] === "string";
}

describe("JSON patches", () => {
  const patches = Object.entries(patchesOf(path, count));
  const before = { status: { num: 1, phase: "A" } };
  const replaced = { status: { num: 3, phase: "A" } };

  it("use every operation of the standard, each under its name", () => {
    expect(new Set(patches.map(([name]) => name))).toEqual(names);
    for (const [name, patch] of patches) expect(patch.map(({ op }) => op)).toContain(name);
  });

  it("end with a unique value or none, and leave nothing else behind", () => {
    const ends = patches.map(([name, patch]) => [name, patched(replaced, patch)] as const);

    expect(Object.fromEntries(ends)).toEqual({
      add: { status: { num: 2, phase: "A" } },
      replace: { status: { num: 3, phase: "A" } },
      test: { status: { num: 4, phase: "A" } },
      copy: { status: { num: 5, phase: "A" } },
      move: { status: { num: 6, phase: "A" } },
      remove: { status: { phase: "A" } },
    });
  });

  it.each(["copy", "move"] as const)("fail if their %s is skipped", (name) => {
    const skipping = patchesOf(path, count)[name].filter(({ op }) => op !== name);

    expect(patched(replaced, skipping)).toEqual(expect.any(String));
  });

  it("that fail can be carried out in part, and whole once they are repaired", () => {
    const attempts = attemptsOf(path, count);

    for (const { patch, repaired: fixed } of attempts) {
      expect(patched(before, patch)).toMatch(/Error$/);
      expect(patch.filter((operation) => typeof patched(before, [operation]) === "object")).toEqual(
        [{ op: "replace", path, value: 2 }],
      );
      expect(patched(before, fixed)).toEqual({ status: { num: 2, phase: "A" } });
    }
    expect(attempts.map(({ defect }) => defect)).toEqual([
      "its test fails after the change",
      "its test comes before the change that would make it pass",
      "it removes a missing field",
    ]);
  });

  it("that are malformed have one mistake each, after correct content", () => {
    const good = { op: "add", path: "/status", value: { num: 1 } };
    const { "the patch is a single operation, not a list": single, ...lists } = malformedPatches({
      num: 1,
    });

    expect(single).toEqual(good);
    expect(lists).toEqual({
      "the patch has an unknown operation": [good, { op: "increment", path }],
      "the patch has an operation without a name": [good, { path, value: 2 }],
      "the patch has an operation without a path": [good, { op: "replace", value: 2 }],
      "the patch has an add operation without a value": [good, { op: "add", path }],
      "the patch has a copy operation without a source": [good, { op: "copy", path }],
      "the patch has a string instead of an operation": [good, "remove"],
    });
  });
});

describe("merge patches", () => {
  const status = { num: 1, phase: "A", list: [], inside: { list: [1] }, empty: {}, none: null };

  it("mention objects without their fields", () => {
    expect(emptyObjects(status)).toEqual({ inside: {}, empty: {} });
  });

  it("have all members with lists, however deep", () => {
    const deep = { ...status, deeper: { a: 1, inside: { list: [] } } };

    expect(membersWithLists(deep)).toEqual({
      list: [],
      inside: { list: [1] },
      deeper: { a: 1, inside: { list: [] } },
    });
  });
});

describe("statuses", () => {
  it("have two members that no kind defines", () => {
    expect(withUnknown({ num: 1 })).toEqual({
      num: 1,
      conformanceUnknown: "yes",
      conformanceStray: "yes",
    });
  });

  it("have another message in each condition, and in nothing else", () => {
    const conditions = [{ type: "Ready", message: "old" }, "text", { type: "Idle" }];

    expect(withMessages({}, { num: 1, conditions }, "new")).toEqual({
      num: 1,
      conditions: [{ type: "Ready", message: "new" }, "text", { type: "Idle", message: "new" }],
    });
    expect(withMessages({}, { num: 1, conditions: "none" }, "new")).toEqual({
      num: 1,
      conditions: "none",
    });
  });

  it("have each condition six times, under types of their own", () => {
    const untyped = [{ type: 1 }, "text", {}];
    const conditions = [{ type: "Ready", message: "" }, ...untyped, { type: "Idle" }];
    const ends = ["", "A", "B", "C", "D", "E"];

    expect(withMoreConditions({}, { num: 1, conditions })).toEqual({
      num: 1,
      conditions: [
        ...ends.map((end) => ({ type: `Ready${end}`, message: "" })),
        ...untyped,
        ...ends.map((end) => ({ type: `Idle${end}` })),
      ],
    });
    expect(withMoreConditions({}, { num: 1 })).toEqual({ num: 1 });
  });
});

describe("field managers", () => {
  it("have names that are one character too long, or not printable", () => {
    expect(mistakes).toEqual([
      { because: "the name of the field manager has 129 characters", name: "m".repeat(129) },
      { because: "the name of the field manager has a line break", name: "first\nsecond" },
    ]);
    expect(repaired).toMatch(/^first m+$/u);
    expect(repaired).toHaveLength(128);
  });

  it("are erased or forged, next to the status and inside", () => {
    const forged = { manager: "conformance-forged", operation: "Apply", fields: {} };

    expect(spellings).toEqual({
      "an empty managedFields list next to the status": {
        place: "beside",
        members: { metadata: { managedFields: [] } },
      },
      "a forged managedFields list next to the status": {
        place: "beside",
        members: { metadata: { managedFields: [forged] } },
      },
      "an empty managedFields list inside the status": {
        place: "inside",
        members: { metadata: { managedFields: [] } },
      },
    });
  });
});
