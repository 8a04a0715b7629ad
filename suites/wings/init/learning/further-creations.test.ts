import { expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Command } from "#contract";
import type { Exchange } from "#targets";
import type { KindOperations } from "#targets/graphql";
import { Notebook } from "../schema/notebook.ts";
import { learnFurtherCreations } from "./further-creations.ts";
import {
  pumpDialect,
  pumpKind,
  pumpOperation,
  pumpShared,
  pumpTarget,
} from "./pump-target.fixture.ts";

interface Server {
  readonly creates: boolean;
  readonly changes: boolean;
}

/** Serves pumps by name. The mutation `erect` creates missing pumps, changes existing ones, or both. */
function answers({ creates, changes }: Server): (command: Command) => Exchange {
  const names = new Set<string>();
  return (command) => {
    const name = "key" in command ? command.key.name : "";
    const isKnown = names.has(name);
    if (command.verb === "create") {
      if (isKnown && !changes) return refused("alreadyExists");
      if (!isKnown && !creates) return refused("notFound");
      names.add(name);
    } else if (!isKnown) return refused("notFound");
    if (command.verb === "delete") names.delete(name);
    const metadata = { name, uid: uid(name), resourceVersion: resourceVersion("7") };
    return { outcome: { result: "object", object: { kind: "Pump", metadata, spec: {} } } };
  };
}

function refused(reason: "alreadyExists" | "notFound"): Exchange {
  return { outcome: { result: "refused", refusal: { reason, message: "no", causes: [] } } };
}

const named = { name: "$name", bar: "$spec.bar" };

interface Learning {
  readonly notes?: Notebook;
  readonly read?: KindOperations["read"];
}

async function learned(
  server: Server,
  tree: Readonly<Record<string, string>> = named,
  { notes = new Notebook(), read = [pumpOperation] }: Learning = {},
): Promise<{ readonly create: readonly string[]; readonly update: readonly string[] }> {
  const target = pumpTarget(answers(server));
  const update = [{ ...pumpOperation, id: "erect", arguments: tree }, pumpOperation];
  const dialect = await learnFurtherCreations(
    pumpDialect(pumpKind({ operations: { read, update } })),
    "Pump",
    pumpShared(() => target, { notes }),
  );
  const { operations } = dialect.kinds[0] ?? pumpKind({});
  const { create, update: updates } = operations;
  return { create: create.map(({ id }) => id), update: updates.map(({ id }) => id) };
}

it("takes an update that creates objects and rejects taken names for a creation", async () => {
  await expect(learned({ creates: true, changes: false })).resolves.toEqual({
    create: ["x", "erect"],
    update: ["x"],
  });
});

it.each([
  ["changes existing objects", { creates: false, changes: true }, named],
  ["also changes existing objects", { creates: true, changes: true }, named],
  ["takes an id", { creates: true, changes: false }, { ...named, id: "$uid" }],
  ["takes a version", { creates: true, changes: false }, { ...named, at: "$resourceVersion" }],
  ["takes no name", { creates: true, changes: false }, { bar: "$spec.bar" }],
])("keeps an update that %s", async (_case, server, tree) => {
  await expect(learned(server, tree)).resolves.toEqual({ create: ["x"], update: ["erect", "x"] });
});

it.each([
  { read: pumpOperation, confidence: "high" },
  { read: { ...pumpOperation, arguments: { id: "$uid" } }, confidence: "medium" },
] as const)(
  "states with $confidence confidence that a mutation creates, if objects are read by $read.arguments",
  async ({ read, confidence }) => {
    const notes = new Notebook();
    await learned({ creates: true, changes: false }, named, { notes, read: [read] });

    const at = ["kinds", "Pump", "operations", "create", "erect"];
    expect(notes.at(at)?.confidence).toBe(confidence);
  },
);
