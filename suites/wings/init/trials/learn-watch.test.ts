import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { keyOf, resourceVersion, uid } from "#contract";
import type { Resource } from "#contract";
import type { Target, WatchListener } from "#targets";
import type { Dialect, EventMeaning, KindDialect } from "#targets/graphql";
import { learnWatch, withUnseenNames } from "./learn-watch.ts";
import {
  pumpDialect,
  pumpKind,
  pumpOperation,
  pumpShared,
  pumpTarget,
} from "../learning/pump-target.fixture.ts";

const kind = pumpKind({
  operations: {
    watch: [
      {
        ...pumpOperation,
        object: "pump",
        type: {
          path: "what",
          names: { 'built \\ "new"': "ADDED", TUNED: "MODIFIED", RAZED: "DELETED" },
        },
      },
    ],
  },
});

type Words = Readonly<Record<"create" | "delete" | "update" | "updateStatus", string>>;

const words = {
  create: 'built \\ "new"',
  update: "TUNED",
  updateStatus: "TUNED",
  delete: "RAZED",
} as const;

/** Delivers each event late, to the watches that are then open. */
class SlowPumps {
  readonly #listeners = new Map<WatchListener, Readonly<Record<string, string>>>();
  readonly #created = new Set<string>();
  readonly #words: Words;
  #version = 0;
  #name = 0;

  constructor(own: Words) {
    this.#words = own;
  }

  readonly newName = (): string => `pump-${(this.#name += 1)}`;

  target(dialect: Dialect): Target {
    const names = dialect.kinds[0]?.operations.watch[0]?.type?.names ?? {};
    const target = pumpTarget((command) => {
      if (command.verb === "list") return { outcome: { result: "done" } };
      const { name } = command.key;
      if (command.verb !== "read") this.#version += 1;
      const object: Resource = {
        kind: "Pump",
        metadata: { name, uid: uid(name), resourceVersion: resourceVersion(String(this.#version)) },
        spec: {},
      };
      const word = Object.entries(this.#words).find(([verb]) => verb === command.verb)?.[1];
      if (word !== undefined) setTimeout(() => this.#deliver(object, word), 10);
      return { outcome: { result: "object", object } };
    });
    return {
      ...target,
      watch: (_, listener) => {
        this.#listeners.set(listener, names);
        return Promise.resolve({
          request: { url: "", operation: "" },
          [Symbol.asyncDispose]: () => Promise.resolve(void this.#listeners.delete(listener)),
        });
      },
    };
  }

  #deliver(object: Resource, word: string): void {
    const upserted = this.#created.has(object.metadata.name) ? "MODIFIED" : "ADDED";
    this.#created.add(object.metadata.name);
    for (const [listener, names] of this.#listeners) {
      const type = names[word] === "UPSERTED" ? upserted : names[word];
      if (type === "ADDED" || type === "MODIFIED" || type === "DELETED") {
        const { resourceVersion: cursor } = object.metadata;
        listener.event({ type, object, resourceVersion: cursor, cursor });
        continue;
      }
      const subject = keyOf(object).name;
      this.#listeners.delete(listener);
      listener.ended({
        end: "unintelligible",
        detail: "an event that cannot be read",
        unknownEvent: { type: word, subject },
      });
    }
  }
}

it("learns no type from a late event about the object of an earlier attempt", async () => {
  const pumps = new SlowPumps(words);
  const shared = pumpShared((dialect) => pumps.target(dialect), {
    means: { eventMs: 300, newName: pumps.newName },
  });
  const start = { kind: "Pump", name: pumps.newName() };
  const learned = await learnWatch(pumpDialect(kind), start, shared);

  expect(learned.kinds[0]?.operations.watch[0]?.type?.names).toEqual({
    'built \\ "new"': "ADDED",
    TUNED: "MODIFIED",
    RAZED: "DELETED",
  });
});

it("tries other forms of the credential on the transport that rejected it", async () => {
  const pumps = new SlowPumps(words);
  const tried: unknown[] = [];
  const socket = { place: "connectionInit", name: "authorization", format: "$credential" } as const;
  const connect = (dialect: Dialect): Target => {
    const target = pumps.target(dialect);
    const isLegacy = dialect.endpoint?.watches?.protocol === "subscriptions-transport-ws";
    const isKnown = dialect.credentials.socket?.name === "authToken";
    const [end] = isLegacy ? (["refused"] as const) : (["lost"] as const);
    if (isLegacy && isKnown) return target;
    return {
      ...target,
      watch: (_, listener) => {
        tried.push(dialect.credentials.socket?.name);
        const refusal = { reason: "unauthenticated", message: "no", causes: [] } as const;
        listener.ended(end === "refused" ? { end, refusal } : { end, detail: "no such protocol" });
        return Promise.resolve({
          request: { url: "", operation: "" },
          [Symbol.asyncDispose]: () => Promise.resolve(),
        });
      },
    };
  };
  const shared = pumpShared(connect, { means: { eventMs: 300, newName: pumps.newName } });
  const start = { kind: "Pump", name: pumps.newName() };
  const dialect = pumpDialect(kind);
  const credentials = { ...dialect.credentials, socket };
  const learned = await learnWatch({ ...dialect, credentials }, start, shared);

  expect(tried).not.toEqual([]);
  expect(learned.endpoint?.watches?.protocol).toBe("subscriptions-transport-ws");
  expect(learned.credentials.socket).toEqual({ ...socket, name: "authToken" });
});

function kindWith(names: Readonly<Record<string, EventMeaning>>): KindDialect {
  const type = { path: "what", names };
  const operation = { ...pumpOperation, field: "pumpEvents", object: "pump", type };
  return pumpKind({ operations: { watch: [operation] } });
}

/** Announces status writes as creations, although the API has another name for changes. */
const announcedAsCreated = {
  create: "ADDED",
  update: "MODIFIED",
  updateStatus: "ADDED",
  delete: "DELETED",
} as const;

const creationsOnly = { ...announcedAsCreated, update: "ADDED" } as const;

const eventSchema = buildSchema(`
  type Query { ping: Boolean }
  type Subscription { pumpEvents: PumpEvent }
  type PumpEvent { what: What }
  enum What { ADDED MODIFIED DELETED }
`);

it.each([
  {
    what: "an event with the name for changes arrived",
    words: announcedAsCreated,
    schema: undefined,
  },
  { what: "the schema declares a name for changes", words: creationsOnly, schema: eventSchema },
])(
  "takes a second creation for a mistake of the endpoint if $what",
  async ({ words: own, schema }) => {
    const pumps = new SlowPumps(own);
    const shared = pumpShared((dialect) => pumps.target(dialect), {
      means: { eventMs: 300, newName: pumps.newName, ...(schema === undefined ? {} : { schema }) },
    });
    const names = { ADDED: "ADDED", MODIFIED: "MODIFIED", DELETED: "DELETED" } as const;
    const learned = await learnWatch(
      pumpDialect(kindWith(names)),
      { kind: "Pump", name: pumps.newName() },
      shared,
    );

    expect(learned.kinds[0]?.operations.watch[0]?.type?.names).toEqual(names);
  },
);

it("takes one name for creations and changes if the endpoint has no other name for changes", async () => {
  const pumps = new SlowPumps({ ...creationsOnly });
  const shared = pumpShared((dialect) => pumps.target(dialect), {
    means: { eventMs: 300, newName: pumps.newName },
  });
  const learned = await learnWatch(
    pumpDialect(kindWith({ ADDED: "ADDED", DELETED: "DELETED" })),
    { kind: "Pump", name: pumps.newName() },
    shared,
  );

  expect(learned.kinds[0]?.operations.watch[0]?.type?.names).toMatchObject({ ADDED: "UPSERTED" });
});

it("keeps the states around a change, and the position next to them", async () => {
  const pumps = new SlowPumps({ create: "now", update: "now", updateStatus: "now", delete: "was" });
  const shared = pumpShared((dialect) => pumps.target(dialect), {
    means: { eventMs: 300, newName: pumps.newName },
  });
  const type = { names: { now: "UPSERTED", was: "DELETED" } } as const;
  const operation = { ...pumpOperation, object: "", type, key: { uid: "id" }, cursor: "position" };
  const learned = await learnWatch(
    pumpDialect(pumpKind({ operations: { watch: [operation] } })),
    { kind: "Pump", name: pumps.newName() },
    shared,
  );

  expect(learned.kinds[0]?.operations.watch).toEqual([operation]);
});

const unseen = ["LEFT", "JOINED", "ALTERED"];
const guessed = { LEFT: "ADDED", JOINED: "MODIFIED", ALTERED: "DELETED" } as const;

it("gives the single name that no event had the single meaning that is left", () => {
  const names = { JOINED: "ADDED", ALTERED: "MODIFIED" } as const;
  expect(withUnseenNames(names, { guessed, unseen, isWhole: false })).toEqual({
    ...names,
    LEFT: "DELETED",
  });
});

it("takes the remaining names for changes if creations and deletions are known", () => {
  const names = { JOINED: "ADDED", LEFT: "DELETED" } as const;
  const whole = { ...names, ALTERED: "MODIFIED" };
  expect(withUnseenNames(names, { guessed, unseen, isWhole: true })).toEqual(whole);
});

it("takes the remaining names for creations or changes if one name denotes both", () => {
  const names = { JOINED: "UPSERTED", LEFT: "DELETED" } as const;
  const whole = { ...names, ALTERED: "UPSERTED" };
  expect(withUnseenNames(names, { guessed, unseen, isWhole: true })).toEqual(whole);
});

it("gives no meaning to names that no event had if several meanings are left", () => {
  const names = { JOINED: "ADDED" } as const;
  expect(withUnseenNames(names, { guessed, unseen, isWhole: false })).toEqual(names);
});

it("keeps the guesses if no event arrived", () => {
  expect(withUnseenNames({}, { guessed, unseen, isWhole: false })).toEqual(guessed);
});
