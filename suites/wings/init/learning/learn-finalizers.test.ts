import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Command, JsonValue } from "#contract";
import type { Exchange, Target } from "#targets";
import type { KindDialect } from "#targets/graphql";
import { learnFinalizers } from "./learn-finalizers.ts";
import { pumpDialect, pumpShared, pumpTarget } from "./pump-target.fixture.ts";

const schema = buildSchema(`
  type Query { pump(name: String!): Pump }
  type Mutation {
    addPump(about: About!, plan: Plan!): Pump
    setPump(about: About!, plan: Plan, version: String!): Pump
    dropPump(name: String!): Pump
  }
  input About { name: String! aliases: [String!] holds: [String!] }
  input Plan { bar: Int tags: [String!] }
  type Pump { about: Facts! plan: PumpPlan! }
  type Facts { name: String! uid: ID! version: String! aliases: [String!]! holds: [String!]! endedAt: String }
  type PumpPlan { bar: Int tags: [String!] }
`);

const kind: KindDialect = {
  name: "Pump",
  scope: "cluster",
  namespaces: [],
  paths: { name: "about.name", uid: "about.uid", resourceVersion: "about.version", spec: "plan" },
  operations: {
    create: [
      {
        id: "addPump",
        field: "addPump",
        arguments: { about: { name: "$name" }, plan: "$spec" },
        result: "",
      },
    ],
    read: [{ id: "pump", field: "pump", arguments: { name: "$name" }, result: "" }],
    list: [],
    update: [
      {
        id: "setPump",
        field: "setPump",
        arguments: { about: { name: "$name" }, plan: "$spec", version: "$resourceVersion" },
        result: "",
      },
    ],
    updateStatus: [],
    patchStatus: [],
    delete: [{ id: "dropPump", field: "dropPump", arguments: { name: "$name" }, result: "" }],
    watch: [],
  },
  samples: { specs: [{ bar: 1 }], statuses: [], counter: "", invalidStatuses: [] },
};

interface Behavior {
  /** The field whose items delay a deletion. */
  readonly holding?: string;
  /** Whether deleted objects remain without an item. */
  readonly keepsDeleted?: boolean;
  /** Whether an empty list completes the deletion. */
  readonly completes?: boolean;
  readonly marks?: boolean;
}

interface Stored {
  items: readonly string[];
  endedAt: string | null;
  version: number;
}

/** An endpoint with a list in the field that the dialect declares as the finalizers. */
function endpoint(behavior: Behavior): {
  readonly connect: (path: string | undefined) => Target;
  readonly objects: ReadonlyMap<string, unknown>;
} {
  const { holding, keepsDeleted = false, completes = true, marks = true } = behavior;
  const objects = new Map<string, Stored>();
  const missing: Exchange = {
    outcome: { result: "refused", refusal: { reason: "notFound", message: "none", causes: [] } },
  };
  const answer = (command: Command, path: string | undefined): Exchange => {
    if (command.verb === "list") return { outcome: { result: "done" } };
    const { name } = command.key;
    if (command.verb === "create") objects.set(name, { items: [], endedAt: null, version: 1 });
    const stored = objects.get(name);
    if (stored === undefined) return missing;
    const isHeld = (): boolean => path === holding && stored.items.length > 0;
    if (command.verb === "update") {
      stored.items = command.finalizers ?? stored.items;
      stored.version += 1;
      if (stored.endedAt !== null && completes && !isHeld()) objects.delete(name);
    }
    if (command.verb === "delete") {
      if (isHeld() || keepsDeleted) stored.endedAt = "2026-12-01T00:00:00Z";
      else objects.delete(name);
    }
    const metadata = {
      name,
      uid: uid(name),
      resourceVersion: resourceVersion(String(stored.version)),
      finalizers: stored.items,
    };
    const facts: Record<string, JsonValue> = { name, endedAt: marks ? stored.endedAt : null };
    return {
      outcome: { result: "object", object: { kind: "Pump", metadata, spec: {} } },
      reply: { status: 200, body: { data: { pump: { about: facts } } } },
    };
  };
  return {
    connect: (path) => pumpTarget((command) => answer(command, path?.split(".").at(-1))),
    objects,
  };
}

async function learnedWith(
  behavior: Behavior,
): Promise<{ readonly kind: KindDialect | undefined; readonly left: number }> {
  let count = 0;
  const { connect, objects } = endpoint(behavior);
  const shared = pumpShared((dialect) => connect(dialect.kinds[0]?.paths.finalizers), {
    means: { schema, newName: () => `pump-${(count += 1)}` },
  });
  const { kinds } = await learnFinalizers(pumpDialect(kind), "Pump", shared);
  return { kind: kinds[0], left: objects.size };
}

it("finds finalizers with another name by what they delay", async () => {
  const { kind: found, left } = await learnedWith({ holding: "holds" });

  expect(found?.paths).toEqual({
    ...kind.paths,
    finalizers: "about.holds",
    deletionTimestamp: "about.endedAt",
  });
  expect(found?.operations.create[0]?.arguments).toMatchObject({
    about: { name: "$name", holds: "$finalizers" },
  });
  expect(found?.operations.update[0]?.arguments).toMatchObject({
    about: { name: "$name", holds: "$finalizers" },
  });
  expect(left).toBe(0);
});

it.each<[string, Behavior]>([
  ["delays a deletion", {}],
  ["delays only deletions with items", { holding: "holds", keepsDeleted: true }],
  ["completes a deletion when it is empty", { holding: "holds", completes: false }],
  ["marks a deleted object with a time", { holding: "holds", marks: false }],
])("finds no finalizers if no list %s", async (_, behavior) => {
  expect((await learnedWith(behavior)).kind).toEqual(kind);
});
