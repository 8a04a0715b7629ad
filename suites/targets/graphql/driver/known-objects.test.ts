import { describe, expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Outcome, Resource } from "#contract";
import type { KindDialect } from "../dialect/dialect.ts";
import { widget } from "../testing/widget-dialect.ts";
import { KnownObjects, unusedUid } from "./known-objects.ts";

const stored: Resource = {
  kind: "Widget",
  metadata: { name: "a", uid: uid("3f2a-1"), resourceVersion: resourceVersion("7") },
};

const read = { id: "widget", field: "widget", arguments: {}, result: "" };

function idAfter(
  outcome: Outcome,
  { kind = widget, ...options }: { readonly kind?: KindDialect; readonly dryRun?: boolean } = {},
): unknown {
  const known = new KnownObjects();
  const key = { kind: "Widget", name: "a" };
  const planned = { kind, operation: read, document: "", variables: {}, credential: undefined };
  const at = { startedMs: 0, endedMs: 0 };
  known.note({ verb: "read", identity: "author", key }, planned, {
    ...at,
    outcome: { result: "object", object: stored },
  });
  known.note({ verb: "delete", identity: "author", key, options }, planned, { ...at, outcome });
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

  it("is not requested by the id of an object whose deletion was a dry run", () => {
    expect(idAfter({ result: "done" }, { dryRun: true })).toBe("3f2a-999999999");
  });

  it("is not requested by the id of an object that is yet to be deleted", () => {
    const metadata = { ...stored.metadata, deletionTimestamp: "2026-01-01T00:00:00Z" };
    const finish = { id: "purge", field: "purge", arguments: {}, result: null };
    const inSteps = {
      ...widget,
      operations: { ...widget.operations, delete: [{ ...read, finish }] },
    };

    expect(idAfter({ result: "object", object: { ...stored, metadata } })).toBe("3f2a-999999999");
    expect(idAfter({ result: "done" }, { kind: inSteps })).toBe("3f2a-999999999");
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

describe("an object whose uid returns with its name", () => {
  const key = { kind: "Widget", name: "a" };
  const other = { kind: "Widget", name: "other" };
  const create = { verb: "create", identity: "author", key, spec: {} } as const;
  const remove = { verb: "delete", identity: "author", key } as const;
  const planned = {
    kind: widget,
    operation: read,
    document: "",
    variables: {},
    credential: undefined,
  };

  function afterDeletion(): KnownObjects {
    const known = new KnownObjects();
    known.note(create, planned, { outcome: version("1") });
    known.note(remove, planned, { outcome: { result: "done" } });
    return known;
  }

  it("is not the target of a request for a missing object while it is created again", () => {
    const known = afterDeletion();
    expect(known.absent(widget, other).uid).toBe("3f2a-1");
    known.sending(create);

    expect(known.absent(widget, other).uid).toBe("3f2a-999999999");
  });

  it("is not the target after it was created again", () => {
    const known = afterDeletion();
    known.note(create, planned, { outcome: version("4") });
    known.note(remove, planned, { outcome: { result: "done" } });

    expect(known.absent(widget, other).uid).toBe("3f2a-999999999");
  });

  it("leaves the uid that was deleted first to requests for missing objects", () => {
    const known = afterDeletion();
    const next = { ...key, name: "b" };
    const metadata = { ...stored.metadata, name: "b", uid: uid("3f2a-2") };
    const object = { ...stored, metadata };
    known.note({ ...create, key: next }, planned, { outcome: { result: "object", object } });
    known.note({ ...remove, key: next }, planned, { outcome: { result: "done" } });

    expect(known.absent(widget, other).uid).toBe("3f2a-1");
  });
});

const encoded = (text: string): string => Buffer.from(text).toString("base64");

it.each([
  ["a number", "7", "999999999"],
  ["a UUID", "3f2a1b00-77aa-4c1d-9f21-1b2c3d4e5f60", "3f2a1b00-77aa-4c1d-9f21-0a0a0a0a0a00"],
  [
    "a UUID after a type",
    "gid://brewery/Vat/3f2a1b00-77aa-4c1d-9f21-1b2c3d4e5f60",
    "gid://brewery/Vat/3f2a1b00-77aa-4c1d-9f21-0a0a0a0a0a00",
  ],
  [
    "a type and a UUID in Base64",
    encoded('["Vat","3f2a1b00-77aa-4c1d-9f21-1b2c3d4e5f60"]'),
    encoded('["Vat","3f2a1b00-77aa-4c1d-9f21-0a0a0a0a0a00"]'),
  ],
  ["a number after a word", "vat-12", "vat-999999999"],
  ["a path with a number", "gid://brewery/Vat/4", "gid://brewery/Vat/999999999"],
  ["a number in Base64", encoded("Vat:1"), encoded("Vat:999999999")],
  ["a number in Base64 without padding", "VmF0OjE", "VmF0Ojk5OTk5OTk5OQ"],
  ["letters", "kiln", "kilz"],
])("has the format of a given id: %s", (_, like, expected) => {
  expect(unusedUid(like, (one) => one === like)).toBe(expected);
});

it("is never an id that was given", () => {
  const given = new Set(["kiln", "kilz", "vat-7", "vat-999999999"]);

  expect(unusedUid("kiln", (one) => given.has(one))).toBe("kily");
  expect(unusedUid("vat-7", (one) => given.has(one))).toBe("vat-0");
});
