import { expect, it } from "vitest";
import { keyOf, resourceVersion, uid } from "#contract";
import type { Outcome, RefusalReason, Resource } from "#contract";
import type { KindDialect } from "#targets/graphql";
import { unreadableLists } from "./probe-lists.ts";
import { pumpTarget, pumpTrial } from "../learning/pump-target.fixture.ts";

const kind: KindDialect = {
  name: "Pump",
  scope: "cluster",
  namespaces: [],
  paths: { name: "name", uid: "id", resourceVersion: "version" },
  operations: {
    create: [],
    read: [],
    list: ["pumps", "pumpsOfOwner"].map((id) => ({ id, field: id, arguments: {}, items: "" })),
    update: [],
    updateStatus: [],
    patchStatus: [],
    delete: [],
    watch: [],
  },
  samples: { specs: [], statuses: [], counter: "", invalidStatuses: [] },
};

const metadata = { name: "a", uid: uid("u1"), resourceVersion: resourceVersion("1") };
const pump: Resource = { kind: "Pump", metadata, spec: {} };
const whole: Outcome = { result: "list", items: [pump] };
const empty: Outcome = { result: "list", items: [] };
const unread: Outcome = { result: "unintelligible", detail: 'the list has no "pumps"' };
const refused = (reason: RefusalReason): Outcome => ({
  result: "refused",
  refusal: { reason, message: "no", causes: [] },
});

it.each<{ what: string; first: Outcome; second: Outcome; dropped: readonly string[] }>([
  { what: "cannot be read", first: whole, second: unread, dropped: ["pumpsOfOwner"] },
  { what: "is rejected", first: whole, second: refused("invalid"), dropped: ["pumpsOfOwner"] },
  { what: "is not permitted", first: whole, second: refused("forbidden"), dropped: [] },
  { what: "lacks the object", first: whole, second: empty, dropped: [] },
  { what: "is like the other one", first: unread, second: unread, dropped: [] },
])("drops a list beside a readable one: it $what", async ({ first, second, dropped }) => {
  const target = pumpTarget((command) => {
    return { outcome: command.via === "pumps" ? first : second };
  });
  const unreadable = await unreadableLists(pumpTrial(target, kind), keyOf(pump));

  expect([...unreadable.keys()]).toEqual(dropped);
});
