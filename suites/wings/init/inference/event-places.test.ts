import { describe, expect, it } from "vitest";
import type { KindDialect, WatchOperation } from "#targets/graphql";
import { withCorrectedPaths } from "./event-places.ts";

const paths = {
  name: "title",
  uid: "stamp",
  resourceVersion: "oid",
  spec: "wanted",
  status: "seen",
} as const;

const watch: WatchOperation = { id: "news", field: "news", arguments: {}, object: "gear" };

function kindWith(operation: Partial<WatchOperation>): KindDialect {
  return {
    name: "Gear",
    scope: "namespaced",
    namespaces: ["a"],
    paths,
    samples: { specs: [], statuses: [], counter: "count", invalidStatuses: [] },
    operations: {
      create: [],
      read: [],
      list: [],
      update: [],
      updateStatus: [],
      patchStatus: [],
      delete: [],
      watch: [{ ...watch, ...operation }],
    },
  };
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
      name: "a field with another name than the part stays",
      given: { key: { uid: "ident" }, resourceVersion: "rev" },
      after: swapped,
      expected: { key: { uid: "ident" }, resourceVersion: "rev" },
    },
  ])("$name", ({ given, after, expected }) => {
    const corrected = withCorrectedPaths(kindWith(given), after);

    expect(corrected.paths).toEqual(after);
    expect(corrected.operations.watch).toEqual([{ ...watch, ...expected }]);
  });

  it("are those of each stream", () => {
    const streams = [
      { field: "made", type: "ADDED" },
      { field: "gone", type: "DELETED", key: { uid: "stamp", name: "title" } },
    ] as const;

    const [corrected] = withCorrectedPaths(kindWith({ streams }), swapped).operations.watch;

    expect(corrected?.streams).toEqual([
      { field: "made", type: "ADDED" },
      { field: "gone", type: "DELETED", key: { name: "title" } },
    ]);
  });
});
