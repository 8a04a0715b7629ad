import { buildSchema, isObjectType } from "graphql";
import { describe, expect, it } from "vitest";
import { canonicalDialect } from "#targets/graphql";
import type { KindDialect, WatchOperation } from "#targets/graphql";
import { keyAmong, keyBelow, withCorrectedPaths } from "./event-places.ts";

const paths = { name: "title", uid: "stamp", resourceVersion: "oid" };

const watch: WatchOperation = { id: "news", field: "news", arguments: {}, object: "service" };

function kindsWith(operation: Partial<WatchOperation>): readonly KindDialect[] {
  return canonicalDialect.kinds.slice(0, 1).map((kind) => {
    const operations = { ...kind.operations, watch: [{ ...watch, ...operation }] };
    return { ...kind, paths, operations };
  });
}

describe("the places of events after a correction of the paths of objects", () => {
  const swapped = { ...paths, uid: "oid", resourceVersion: "stamp" };
  const moved = { ...paths, resourceVersion: "tick" };

  it.each([
    {
      name: "two exchanged parts exchange their fields",
      given: { key: { uid: "gone.stamp", name: "gone.title" }, resourceVersion: "gone.oid" },
      after: swapped,
      expected: { key: { uid: "gone.oid", name: "gone.title" }, resourceVersion: "gone.stamp" },
    },
    {
      name: "a field that was taken for the uid is the version",
      given: { key: { uid: "stamp" } },
      after: swapped,
      expected: { resourceVersion: "stamp" },
    },
    {
      name: "a field that was taken for the version is the uid",
      given: { key: { name: "title" }, resourceVersion: "oid" },
      after: swapped,
      expected: { key: { name: "title", uid: "oid" } },
    },
    {
      name: "a field that has no role any more is dropped",
      given: { key: { name: "title" }, resourceVersion: "oid" },
      after: moved,
      expected: { key: { name: "title" } },
    },
    {
      name: "a field whose name begins with the kind follows as well",
      given: { key: { uid: "gone.serviceStamp" }, resourceVersion: "gone.serviceOid" },
      after: swapped,
      expected: { key: { uid: "gone.serviceOid" }, resourceVersion: "gone.serviceStamp" },
    },
    {
      name: "a field that keeps its role takes precedence",
      given: { key: { uid: "stamp", name: "title" }, resourceVersion: "rev" },
      after: swapped,
      expected: { key: { name: "title" }, resourceVersion: "rev" },
    },
    {
      name: "a field with another name than the part stays",
      given: { key: { uid: "ident" }, resourceVersion: "rev" },
      after: swapped,
      expected: { key: { uid: "ident" }, resourceVersion: "rev" },
    },
  ])("$name", ({ given, after, expected }) => {
    const corrected = kindsWith(given).map((kind) => withCorrectedPaths(kind, after));

    expect(corrected).toMatchObject([{ name: "Service", paths: after }]);
    expect(corrected.map(({ operations }) => operations.watch)).toEqual([
      [{ ...watch, ...expected }],
    ]);
  });

  it("are those of each stream", () => {
    const streams = [
      { field: "made", type: "ADDED" },
      { field: "gone", type: "DELETED", key: { uid: "stamp", name: "title" } },
    ] as const;

    const [kind] = kindsWith({ streams }).map((one) => withCorrectedPaths(one, swapped));
    const [corrected] = kind?.operations.watch ?? [];

    expect(corrected?.streams).toEqual([
      { field: "made", type: "ADDED" },
      { field: "gone", type: "DELETED", key: { name: "title" } },
    ]);
  });
});

describe("the key of an object in an event, if its namespace is the id of another object", () => {
  const owner = {
    kind: "Lift",
    paths: { name: "callSign", uid: "id", resourceVersion: "version", namespace: "building.id" },
  };

  it.each([
    [["id", "callSign"], { uid: "id", name: "callSign" }],
    [["id", "callSign", "buildingId"], { uid: "id", name: "callSign", namespace: "buildingId" }],
  ])("is not its own id: %j", (names, key) => {
    expect(keyAmong(names, owner)).toEqual(key);
  });

  it.each([
    ["id: ID! callSign: String!", { uid: "before.id" }],
    [
      "id: ID! callSign: String! buildingId: ID!",
      { name: "before.callSign", namespace: "before.buildingId" },
    ],
    [
      "id: ID! callSign: String! building: Building!",
      { name: "before.callSign", namespace: "before.building.id" },
    ],
  ])("is found below the event: %s", (fields, key) => {
    const schema = buildSchema(`
      type Building { id: ID! }
      type Before { ${fields} }
      type Event { before: Before! }
    `);
    const event = schema.getType("Event");
    const members = isObjectType(event) ? event.getFields() : {};
    const types = Object.fromEntries(
      Object.entries(members).map(([name, { type }]) => [name, type]),
    );

    expect(keyBelow(types, "", owner)).toEqual(key);
  });
});
