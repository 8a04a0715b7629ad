import { expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Resource } from "#contract";
import type { Exchange } from "#targets";
import { learnVoidDeletions } from "./void-deletions.ts";
import { pumpDialect, pumpKind, pumpShared, pumpTarget } from "./pump-target.fixture.ts";

const metadata = { name: "a", uid: uid("u-a"), resourceVersion: resourceVersion("1") };
const object: Resource = { kind: "Pump", metadata, spec: {} };

const whole: Exchange = { outcome: { result: "object", object } };
const empty: Exchange = {
  outcome: { result: "unintelligible", detail: "null instead of an object" },
  reply: { status: 200, body: { data: { deletePump: { data: null } } } },
};

it.each([
  { what: "null after a deletion", reply: empty, isGone: true, result: null },
  { what: "null without a deletion", reply: empty, isGone: false, result: "" },
  { what: "the object", reply: whole, isGone: true, result: "" },
])("learns the result of a deletion that returns $what", async ({ reply, isGone, result }) => {
  let isThere = false;
  const target = pumpTarget(({ verb }) => {
    if (verb === "create") isThere = true;
    if (verb === "delete") isThere = !isGone;
    if (verb === "delete") return reply;
    return isThere ? whole : empty;
  });
  const shared = pumpShared(() => target);
  const [kind] = (await learnVoidDeletions(pumpDialect(pumpKind({})), "Pump", shared)).kinds;

  expect(kind?.operations.delete).toMatchObject([{ result }]);
});
