import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Command, Resource } from "#contract";
import type { Exchange, Target, WatchListener } from "#targets";
import type { KindDialect } from "#targets/graphql";
import { withoutSkippingQuery } from "../operations/live-queries.ts";
import {
  pumpDialect,
  pumpKind,
  pumpOperation,
  pumpShared,
  pumpTarget,
} from "./pump-target.fixture.ts";

const kind = pumpKind({
  operations: {
    update: [],
    watch: [{ ...pumpOperation, field: "pumps", object: "", shape: "collection" }],
  },
  samples: { specs: [{}], statuses: [{ flow: 1 }, { flow: 2 }] },
});

interface Delivering {
  /** Number of pending writes that delay a result. */
  readonly mostPending?: number;
  /** Delivers only every nth version. */
  readonly every?: number;
  /** Rejects status writes from this version on. */
  readonly refused?: number;
}

/** Delivers the latest states of all changed objects, like a live query. */
class LivePumps {
  readonly #delivering: Delivering;
  readonly #changed = new Map<string, Resource>();
  readonly #objects = new Map<string, Resource>();
  #listener: WatchListener | undefined;
  #version = 0;
  #pending = 0;
  #name = 0;

  constructor(delivering: Delivering) {
    this.#delivering = delivering;
  }

  readonly newName = (): string => `pump-${(this.#name += 1)}`;

  readonly target = (): Target => ({
    ...pumpTarget(() => ({ outcome: { result: "done" } })),
    execute: (command) => this.#execute(command),
    watch: (_, listener) => {
      this.#listener = listener;
      return Promise.resolve({
        request: { url: "", operation: "" },
        [Symbol.asyncDispose]: () => Promise.resolve(),
      });
    },
  });

  async #execute(command: Command): Promise<Exchange> {
    if (command.verb === "list" || command.verb === "delete")
      return { outcome: { result: "done" } };
    const { name } = command.key;
    this.#pending += 1;
    await turn();
    const { mostPending = Infinity, every = 1, refused = Infinity } = this.#delivering;
    if (command.verb === "updateStatus" && this.#version >= refused) {
      this.#pending -= 1;
      const refusal = { reason: "invalid", message: "no", causes: [] } as const;
      return { outcome: { result: "refused", refusal } };
    }
    if (command.verb !== "read") {
      this.#version += 1;
      const version = resourceVersion(String(this.#version));
      const metadata = { name, uid: uid(name), resourceVersion: version };
      const object: Resource = { kind: "Pump", metadata, spec: {} };
      this.#objects.set(name, object);
      this.#changed.set(name, object);
    }
    await turn();
    this.#pending -= 1;
    if (this.#pending <= mostPending && (this.#version - 1) % every === 0) this.#deliver();
    const object = this.#objects.get(name);
    if (object === undefined) return { outcome: { result: "done" } };
    return { outcome: { result: "object", object } };
  }

  #deliver(): void {
    for (const object of this.#changed.values()) {
      const { resourceVersion: version } = object.metadata;
      this.#listener?.event({ type: "MODIFIED", object, resourceVersion: version });
    }
    this.#changed.clear();
  }
}

async function learned(delivering: Delivering): Promise<KindDialect | undefined> {
  const pumps = new LivePumps(delivering);
  const shared = pumpShared(pumps.target, { means: { eventMs: 300, newName: pumps.newName } });
  return (await withoutSkippingQuery(pumpDialect(kind), "Pump", shared)).kinds[0];
}

it("declares that a live query delivers states if it combines concurrent changes", async () => {
  const found = await learned({ mostPending: 0 });

  expect(found?.semantics).toEqual({ delivery: "states" });
  expect(found?.operations.watch).toHaveLength(1);
});

it.each([
  ["it delivers every state", {}],
  ["no event arrives", { mostPending: -1 }],
  ["some writes fail", { refused: 20 }],
  ["all writes fail", { refused: 0 }],
])("declares nothing about a live query if %s", async (_, delivering) => {
  expect(await learned(delivering)).toEqual(kind);
});

it("removes a live query that skips states of writes in sequence", async () => {
  expect((await learned({ every: 2 }))?.operations.watch).toEqual([]);
});
