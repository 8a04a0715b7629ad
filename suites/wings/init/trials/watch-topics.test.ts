import { expect, it } from "vitest";
import { keyOf, resourceVersion, uid } from "#contract";
import type { Resource } from "#contract";
import type { Target, WatchListener } from "#targets";
import type { Dialect } from "#targets/graphql";
import { spellingsOf } from "../schema/kind-spellings.ts";
import { learnWatch } from "./learn-watch.ts";
import { Notebook } from "../schema/notebook.ts";
import {
  pumpDialect,
  pumpKind,
  pumpOperation,
  pumpShared,
  pumpTarget,
} from "../learning/pump-target.fixture.ts";

const kind = pumpKind({
  operations: {
    list: [{ id: "pumpen", field: "plant.pumpen", arguments: {}, items: "" }],
    watch: [
      {
        ...pumpOperation,
        arguments: { topic: "$kind" },
        object: "payload",
        type: { path: "what", names: { ADDED: "ADDED", MODIFIED: "MODIFIED", DELETED: "DELETED" } },
      },
    ],
  },
});

const types = {
  create: "ADDED",
  update: "MODIFIED",
  updateStatus: "MODIFIED",
  delete: "DELETED",
} as const;

/** Delivers events only to watches of one topic. A watch of another topic ends with an error. */
function topicTarget(dialect: Dialect, topic: string): Target {
  const listeners = new Set<WatchListener>();
  let version = 0;
  const literal = dialect.kinds[0]?.literal ?? "Pump";
  const target = pumpTarget((command) => {
    if (command.verb === "list") return { outcome: { result: "done" } };
    const { name } = command.key;
    if (command.verb !== "read") version += 1;
    const object: Resource = {
      kind: "Pump",
      metadata: { name, uid: uid(name), resourceVersion: resourceVersion(String(version)) },
      spec: {},
    };
    const [, type] = Object.entries(types).find(([verb]) => verb === command.verb) ?? [];
    for (const listener of literal === topic ? listeners : []) {
      if (type === undefined) continue;
      listener.event({ type, object, resourceVersion: object.metadata.resourceVersion });
    }
    expect(keyOf(object).name).toBe(name);
    return { outcome: { result: "object", object } };
  });
  return {
    ...target,
    watch: (_, listener) => {
      listeners.add(listener);
      if (literal !== topic) {
        const refusal = { reason: "notFound", message: "no such topic", causes: [] } as const;
        listener.ended({ end: "refused", refusal });
      }
      return Promise.resolve({
        request: { url: "", operation: "" },
        [Symbol.asyncDispose]: () => Promise.resolve(void listeners.delete(listener)),
      });
    },
  };
}

it.each(["pump", "pumps", "PUMP", "pumpen"])("learns the topic %s of a kind", async (topic) => {
  const notes = new Notebook();
  let count = 0;
  const shared = pumpShared((dialect) => topicTarget(dialect, topic), {
    notes,
    means: { eventMs: 20, newName: () => `pump-${(count += 1)}` },
  });
  const learned = await learnWatch(pumpDialect(kind), { kind: "Pump", name: "pump-0" }, shared);

  expect(learned.kinds[0]?.literal).toBe(topic);
  expect(notes.at(["kinds", "Pump", "literal"])?.confidence).toBe("high");
});

it("spells a kind first like the other kinds", () => {
  const other = { ...kind, name: "GearBox", literal: "gear-box" };
  const dialect = { ...pumpDialect(kind), kinds: [other, kind] };

  expect(spellingsOf({ ...kind, name: "WorkShop" }, dialect)[0]).toBe("work-shop");
});
