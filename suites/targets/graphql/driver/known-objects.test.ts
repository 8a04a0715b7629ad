import { describe, expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Outcome, Resource } from "#contract";
import { widget } from "../testing/widget-dialect.ts";
import { KnownObjects } from "./known-objects.ts";

const stored: Resource = {
  kind: "Widget",
  metadata: { name: "a", uid: uid("3f2a-1"), resourceVersion: resourceVersion("7") },
};

const read = { id: "widget", field: "widget", arguments: {}, result: "" };

function idAfter(outcome: Outcome, kind = widget): unknown {
  const known = new KnownObjects();
  const key = { kind: "Widget", name: "a" };
  const planned = { kind, operation: read, document: "", variables: {}, credential: undefined };
  const at = { startedMs: 0, endedMs: 0 };
  known.note({ verb: "read", identity: "author", key }, planned, {
    ...at,
    outcome: { result: "object", object: stored },
  });
  known.note({ verb: "delete", identity: "author", key }, planned, { ...at, outcome });
  return known.absent(kind, { kind: "Widget", name: "other" }).uid;
}

function idAfterRead(): unknown {
  const known = new KnownObjects();
  const key = { kind: "Widget", name: "a" };
  const planned = {
    kind: widget,
    operation: read,
    document: "",
    variables: {},
    credential: undefined,
  };
  for (const verb of ["read", "delete", "read"] as const) {
    const outcome = { result: "object", object: stored } as const;
    known.note({ verb, identity: "author", key }, planned, { outcome });
  }
  return known.absent(widget, { kind: "Widget", name: "other" }).uid;
}

describe("an object that is missing", () => {
  it("is not requested by the id of a deleted object that can still be read", () => {
    expect(idAfterRead()).toBe("3f2a-999999999");
  });

  it("is requested by the id of a deleted object", () => {
    expect(idAfter({ result: "done" })).toBe("3f2a-1");
    expect(idAfter({ result: "object", object: stored })).toBe("3f2a-1");
  });

  it("is not requested by the id of an object that is yet to be deleted", () => {
    const metadata = { ...stored.metadata, deletionTimestamp: "2026-01-01T00:00:00Z" };
    const finish = { id: "purge", field: "purge", arguments: {}, result: null };
    const inSteps = {
      ...widget,
      operations: { ...widget.operations, delete: [{ ...read, finish }] },
    };

    expect(idAfter({ result: "object", object: { ...stored, metadata } })).toBe("3f2a-999999999");
    expect(idAfter({ result: "done" }, inSteps)).toBe("3f2a-999999999");
  });
});

function version(text: string): Outcome {
  const metadata = { ...stored.metadata, resourceVersion: resourceVersion(text) };
  return { result: "object", object: { ...stored, metadata } };
}

it("starts with the first version of the next object, if its uid is only its name", () => {
  const known = new KnownObjects();
  const key = { kind: "Widget", name: "a" };
  const planned = {
    kind: widget,
    operation: read,
    document: "",
    variables: {},
    credential: undefined,
  };
  const create = { verb: "create", identity: "author", key, spec: {} } as const;
  known.note(create, planned, { outcome: version("1") });
  known.note({ verb: "read", identity: "author", key }, planned, { outcome: version("2") });
  expect(known.withUid("3f2a-1")?.first).toBe("1");
  known.note({ verb: "delete", identity: "author", key }, planned, { outcome: { result: "done" } });
  known.note(create, planned, { outcome: version("4") });

  expect(known.withUid("3f2a-1")).toMatchObject({ first: "4", earlier: ["1"] });
});
