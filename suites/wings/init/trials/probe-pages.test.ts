import { expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Resource } from "#contract";
import type { Target } from "#targets";
import type { ListOperation } from "#targets/graphql";
import { Notebook } from "../schema/notebook.ts";
import { pumpDialect, pumpKind, pumpShared, pumpTarget } from "../learning/pump-target.fixture.ts";
import { learnPages } from "./probe-pages.ts";

type Arguments = ListOperation["arguments"];

/** Lists pumps in pages. Each page starts after the pump whose id or cursor is the argument `after`. */
function pagedPumps(
  names: string[],
  tokenOf: (name: string) => string,
): (given: Arguments) => Target {
  return (given) =>
    pumpTarget((command) => {
      if (command.verb === "create") names.push(command.key.name);
      if (command.verb !== "list") return { outcome: { result: "object", object: pump("a") } };
      const { after, size = 10 } = given;
      const start = names.findIndex((name) => tokenOf(name) === after) + 1;
      const page = names.slice(start, start + Number(size));
      const edges = page.map((name) => ({ cursor: `c-${name}`, pump: { id: `u-${name}` } }));
      return {
        outcome: { result: "list", items: page.map(pump) },
        reply: { status: 200, body: { data: { pumps: { object: "list", edges } } } },
      };
    });
}

function pump(name: string): Resource {
  const metadata = { name, uid: uid(`u-${name}`), resourceVersion: resourceVersion("1") };
  return { kind: "Pump", metadata, spec: {} };
}

it.each([
  { token: "its id", prefix: "u-", next: "edges.pump.id" },
  { token: "the cursor next to it", prefix: "c-", next: "edges.cursor" },
])("continues a list after the last object of a page, by $token", async ({ prefix, next }) => {
  const list = { id: "pumps", field: "pumps", arguments: {}, items: "edges.pump" };
  const kind = pumpKind({ operations: { list: [list] } });
  const notes = new Notebook();
  const path = ["kinds", "Pump", "operations", "list", "pumps", "pages"];
  const alternatives = ["size", "after", "before"];
  notes.add({ path, confidence: "low", reason: "unknown", alternatives });
  const serve = pagedPumps(["p", "q"], (name) => `${prefix}${name}`);
  let made = 0;
  const shared = pumpShared(({ kinds: [one] }) => serve(one?.operations.list[0]?.arguments ?? {}), {
    notes,
    means: { newName: () => `new-${(made += 1)}` },
  });
  const [learned] = (await learnPages(pumpDialect(kind), { kind: "Pump", name: "p" }, shared))
    .kinds;

  expect(learned?.operations.list).toEqual([
    { ...list, arguments: { after: "$page", size: 100 }, pages: { next } },
  ]);
});
