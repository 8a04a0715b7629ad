import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Command, Resource, WatchEvent } from "#contract";
import type { Exchange, Target } from "#targets";
import type { Dialect } from "#targets/graphql";
import { inferDialect } from "../kinds/infer-dialect.ts";
import { learnListPosition } from "./learn-list-position.ts";
import { Notebook } from "../schema/notebook.ts";
import { pumpTarget, pumpTrial } from "../learning/pump-target.fixture.ts";

const schema = buildSchema(/* GraphQL */ `
  type Query {
    berth(slug: String!): Berth
    berths(after: String): Berths!
  }
  type Berths {
    items: [Berth!]!
    nextCursor: String
    total: Int!
    harbour: String!
    feedPosition: Int!
  }
  type Berth {
    slug: String!
    id: ID!
    etag: String!
    settings: Settings!
    observed: Observed
  }
  type Settings {
    length: Int!
  }
  input SettingsInput {
    length: Int!
  }
  type Observed {
    tide: Float
  }
  input ObservedInput {
    tide: Float
  }
  type Mutation {
    createBerth(slug: String!, settings: SettingsInput!): Berth!
    updateBerth(slug: String!, etag: String!, settings: SettingsInput!): Berth!
    observeBerth(slug: String!, etag: String!, observed: ObservedInput!): Berth!
    deleteBerth(slug: String!): Boolean!
  }
  enum Change {
    CREATED
    UPDATED
    REMOVED
  }
  type BerthChange {
    position: Int!
    change: Change!
    berth: Berth!
  }
  type Subscription {
    berthFeed(since: Int): BerthChange!
  }
`);

/** A server whose lists have a position that is off by the given number of events. */
function serverOf(off: number): (dialect: Dialect) => Target {
  const events: WatchEvent[] = [];
  const emit = (object: Resource): Exchange => {
    const position = String(events.length + 1);
    const { resourceVersion: version } = object.metadata;
    events.push({ type: "ADDED", object, resourceVersion: version, cursor: position });
    return { outcome: { result: "object", object } };
  };
  return (dialect) => {
    const path = dialect.kinds[0]?.operations.list[0]?.resourceVersion;
    const target = pumpTarget((command: Command): Exchange => {
      if (command.verb === "create") {
        const { kind, ...place } = command.key;
        const metadata = { ...place, uid: uid(place.name), resourceVersion: resourceVersion("e") };
        return emit({ kind, metadata, spec: {} });
      }
      const shown = path === "feedPosition" ? String(events.length - off) : "x";
      if (command.verb !== "list") return { outcome: { result: "done" } };
      return {
        outcome: { result: "list", items: [], resourceVersion: resourceVersion(shown) },
      };
    });
    return {
      ...target,
      watch: ({ resourceVersion: start }, listener) => {
        for (const event of events.slice(Number(start))) listener.event(event);
        return Promise.resolve({
          request: { url: "", operation: "" },
          [Symbol.asyncDispose]: () => Promise.resolve(),
        });
      },
    };
  };
}

it.each([
  ["the position of the next event", 0, "feedPosition"],
  ["an earlier position", 1, undefined],
  ["a position that skips an event", -1, undefined],
])("accepts %s as the version of a list only if a watch starts there", async (_, off, path) => {
  const { dialect } = inferDialect(schema, { name: "berths", namespaces: [] });
  const [kind] = dialect.kinds;
  if (kind === undefined) throw new Error("no kind was inferred");
  const connect = serverOf(off);
  const trial = pumpTrial(connect(dialect), kind);
  let count = 0;
  const means = {
    ...trial.means,
    schema,
    newName: () => `n${(count += 1)}`,
    connect: (one: Dialect): Promise<Target> => Promise.resolve(connect(one)),
  };
  const shared = { means, notes: new Notebook(), refusals: [], receipts: trial.receipts };

  const learned = await learnListPosition(dialect, kind.name, shared);

  expect(learned.kinds[0]?.operations.list[0]?.resourceVersion).toBe(path);
});
