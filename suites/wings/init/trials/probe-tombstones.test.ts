import { expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Command, JsonObject, Resource } from "#contract";
import type { Exchange, Target } from "#targets";
import type { KindDialect } from "#targets/graphql";
import { tombstonesIn } from "./probe-tombstones.ts";
import { pumpTarget, pumpTrial } from "../learning/pump-target.fixture.ts";

function operation(id: string): { id: string; field: string; arguments: object; result: string } {
  return { id, field: id, arguments: {}, result: "" };
}

const kind: KindDialect = {
  name: "Pump",
  scope: "cluster",
  namespaces: [],
  paths: { name: "name", uid: "meta.id", resourceVersion: "version" },
  operations: {
    create: [{ ...operation("create"), arguments: {} }],
    read: [],
    list: ["current", "changed"].map((id) => ({ id, field: id, arguments: {}, items: "items" })),
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

interface Lists {
  readonly current: JsonObject | undefined;
  readonly changed: JsonObject | undefined;
}

/** A target with one object. After its deletion, lists return it in the given form. */
function pumps(after: Lists): Target {
  let isGone = false;
  const exchangeOf = (command: Command): Exchange => {
    if (command.verb === "delete") isGone = true;
    if (command.verb !== "list") return { outcome: { result: "object", object: pump } };
    const before = { meta: { id: "u1", isDeleted: false }, marks: ["x"] };
    const entry = isGone ? after[command.via === "changed" ? "changed" : "current"] : before;
    const items = entry === undefined ? [] : [entry];
    const outcome = { result: "list", items: items.map(() => pump) } as const;
    return { outcome, reply: { status: 200, body: { data: { list: { items } } } } };
  };
  return pumpTarget(exchangeOf);
}

const marked = { meta: { id: "u1", isDeleted: true }, marks: ["x"] };
const unmarked = { meta: { id: "u1", isDeleted: false }, marks: ["x"] };

it.each([
  ["marks what another list has dropped", { current: undefined, changed: marked }, ["changed"]],
  ["shows a deleted object as before", { current: undefined, changed: unmarked }, []],
  ["is like the only other list", { current: marked, changed: marked }, []],
  ["has dropped the object as well", { current: undefined, changed: undefined }, []],
])("tells a list with tombstones from others: it %s", async (_, after, expected) => {
  expect(await tombstonesIn(pumpTrial(pumps(after), kind))).toEqual(expected);
});
