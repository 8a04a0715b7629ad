import { expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Command, JsonObject, Resource } from "#contract";
import type { Exchange, Target } from "#targets";
import type { KindDialect } from "#targets/graphql";
import { markOf } from "./learn-tombstones.ts";
import type { Tombstones } from "./learn-tombstones.ts";
import { pumpTarget, pumpTrial } from "./pump-target.fixture.ts";

function operation(id: string): { id: string; field: string; arguments: object; result: string } {
  return { id, field: id, arguments: {}, result: "" };
}

const kind: KindDialect = {
  name: "Pump",
  scope: "cluster",
  namespaces: [],
  paths: { name: "name", uid: "id", resourceVersion: "version" },
  operations: {
    create: [{ ...operation("create"), arguments: {} }],
    read: [{ ...operation("water.pump"), arguments: {} }],
    list: [],
    update: [],
    updateStatus: [],
    patchStatus: [],
    delete: [{ ...operation("drop"), arguments: {} }],
    watch: [],
  },
  samples: { specs: [{ bar: 1 }], statuses: [], counter: "", invalidStatuses: [] },
};

const metadata = { name: "a", uid: uid("u1"), resourceVersion: resourceVersion("1") };
const pump: Resource = { kind: "Pump", metadata, spec: {} };
const missing: Exchange = {
  outcome: { result: "refused", refusal: { reason: "notFound", message: "none", causes: [] } },
};
const taken: Exchange = {
  outcome: { result: "refused", refusal: { reason: "alreadyExists", message: "is", causes: [] } },
};

/** A target with one object. After its deletion, reads return it in the given form. */
function pumps(after: JsonObject | undefined, isNameTaken: boolean): Target {
  let isGone = false;
  return pumpTarget((command: Command): Exchange => {
    if (command.verb === "delete") isGone = true;
    if (command.verb === "create" && isGone && isNameTaken) return taken;
    const shown = isGone ? after : { id: "u1", meta: { deletedAt: null, isDeleted: false } };
    if (command.verb === "read" && shown === undefined) return missing;
    const outcome = { result: "object", object: pump } as const;
    return { outcome, reply: { status: 200, body: { data: { water: { pump: shown ?? {} } } } } };
  });
}

async function foundWith(
  after: JsonObject | undefined,
  isNameTaken = false,
): Promise<Tombstones | undefined> {
  return await markOf(pumpTrial(pumps(after, isNameTaken), kind));
}

it("finds the field that marks a deleted object, a Boolean rather than a time", async () => {
  const marked = { id: "u1", meta: { deletedAt: "2026-12-01T00:00:00Z", isDeleted: true } };

  expect(await foundWith(marked, true)).toEqual({
    path: "meta.isDeleted",
    value: true,
    isNameTaken: true,
  });
});

it("accepts a time as a mark", async () => {
  const marked = { id: "u1", meta: { deletedAt: "2026-12-01T00:00:00Z", isDeleted: false } };

  expect(await foundWith(marked)).toEqual({ path: "meta.deletedAt", isNameTaken: false });
});

it("finds nothing if a deleted object is not marked, or no longer shown", async () => {
  expect(await foundWith({ id: "u1", meta: { deletedAt: null, isDeleted: false } })).toBe(
    undefined,
  );
  expect(await foundWith({ id: "u1", rank: 7 })).toBe(undefined);
  expect(await foundWith(undefined)).toBe(undefined);
});

it("accepts a field with a usual name next to other fields that the deletion sets", async () => {
  const marked = { id: "u1", rank: "x", archivedAt: "now" };

  expect(await foundWith(marked)).toEqual({ path: "archivedAt", isNameTaken: false });
});
