import { expect, it } from "vitest";
import type { JsonValue } from "#contract";
import { applyPatch } from "./json-patch.ts";

const document = { status: { phase: "A", list: [1, 2], "a/b": { "c~d": 1 } } };

it.each<{ readonly patch: JsonValue; readonly status: JsonValue | undefined }>([
  { patch: [], status: document.status },
  { patch: [{ op: "test", path: "/status/phase", value: "A" }], status: document.status },
  { patch: [{ op: "test", path: "/status/phase", value: "B" }], status: undefined },
  { patch: [{ op: "test", path: "/status/none" }], status: undefined },
  { patch: [{ op: "test", path: "/status/phase" }], status: undefined },
  { patch: [{ op: "test", path: "/status/none", value: null }], status: undefined },
  { patch: [{ op: "add", path: "/status", value: { n: 1 } }], status: { n: 1 } },
  { patch: [{ op: "replace", path: "/status/none", value: 1 }], status: undefined },
  { patch: [{ op: "remove", path: "/status/none" }], status: undefined },
  { patch: [{ op: "add", path: "/status/deep/er", value: 1 }], status: undefined },
  {
    patch: [
      { op: "add", path: "/status/list/-", value: 3 },
      { op: "add", path: "/status/list/0", value: 0 },
      { op: "remove", path: "/status/list/1" },
      { op: "replace", path: "/status/list/1", value: 9 },
    ],
    status: { ...document.status, list: [0, 9, 3] },
  },
  { patch: [{ op: "add", path: "/status/list/3", value: 3 }], status: undefined },
  { patch: [{ op: "add", path: "/status/list/01", value: 3 }], status: undefined },
  {
    patch: [{ op: "replace", path: "/status/a~1b/c~0d", value: 2 }],
    status: { ...document.status, "a/b": { "c~d": 2 } },
  },
  {
    patch: [
      { op: "move", from: "/status/phase", path: "/status/now" },
      { op: "copy", from: "/status/now", path: "/status/later" },
    ],
    status: { list: [1, 2], "a/b": { "c~d": 1 }, now: "A", later: "A" },
  },
  { patch: [{ op: "move", from: "/status/none", path: "/status/now" }], status: undefined },
  { patch: [{ op: "sort", path: "/status/list" }], status: undefined },
  { patch: [{ op: "add", path: "status", value: 1 }], status: undefined },
  { patch: { op: "add" }, status: undefined },
])("$patch gives $status", ({ patch, status }) => {
  const result = applyPatch(document, patch);
  expect(result).toEqual(status === undefined ? undefined : { status });
});
