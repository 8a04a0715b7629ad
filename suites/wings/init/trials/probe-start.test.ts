import { buildSchema } from "graphql";
import type { GraphQLSchema } from "graphql";
import { expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Command, ObjectKey, RefusalReason, WatchEvent } from "#contract";
import type { Exchange, Target } from "#targets";
import type { Dialect } from "#targets/graphql";
import { inferDialect } from "../kinds/infer-dialect.ts";
import { Notebook } from "../schema/notebook.ts";
import { learnStart } from "./probe-start.ts";
import { pumpTarget, pumpTrial } from "../learning/pump-target.fixture.ts";

function schemaWith(change: string): GraphQLSchema {
  return buildSchema(`
    type Query { berth(slug: String!): Berth  berths: [Berth!]! }
    type Berth { slug: String! id: ID! etag: String! settings: Settings! observed: Observed }
    type Settings { length: Int! }
    input SettingsInput { length: Int! }
    type Observed { tide: Float }
    input ObservedInput { tide: Float }
    type Mutation {
      createBerth(slug: String!, settings: SettingsInput!): Berth!
      updateBerth(slug: String!, etag: String!, settings: SettingsInput!): Berth!
      observeBerth(slug: String!, etag: String!, observed: ObservedInput!): Berth!
      deleteBerth(slug: String!): Boolean!
    }
    enum Change { CREATED UPDATED REMOVED }
    ${change}
    type Subscription { berthChanges(since: String): BerthChange! }
  `);
}

const schema = schemaWith(
  "type BerthChange { change: Change! berth: Berth! sender: String! syncToken: String! }",
);

const unionSchema = schemaWith(`
  type BerthCreated { berth: Berth! sender: String! syncToken: String! }
  type BerthUpdated { berth: Berth! sender: String! syncToken: String! }
  type BerthDeleted { slug: String! sender: String! syncToken: String! }
  union BerthChange = BerthCreated | BerthUpdated | BerthDeleted
`);

/** An event log whose events have the given tokens. A watch resumes only from a value of `syncToken`. */
function logOf(
  dialect: Dialect,
  reason: RefusalReason | "none",
  earlier: readonly WatchEvent[] = [],
): Target {
  const [watch] = dialect.kinds[0]?.operations.watch ?? [];
  const events = [...earlier];
  const listeners = new Set<(event: WatchEvent) => void>();
  const emit = (type: "ADDED" | "DELETED", { kind, ...place }: ObjectKey): Exchange => {
    const version = resourceVersion(`e${events.length}`);
    const metadata = { ...place, uid: uid("u1"), resourceVersion: version };
    const token = watch?.cursor === "syncToken" ? `s${events.length}` : "berth-service";
    const cursor = watch?.cursor === undefined ? {} : { cursor: token };
    const object = { kind, metadata, spec: {} };
    const event = { type, object, resourceVersion: version, ...cursor };
    events.push(event);
    for (const listener of listeners) listener(event);
    return { outcome: { result: "object", object } };
  };
  const target = pumpTarget((command: Command): Exchange => {
    if (command.verb === "create") return emit("ADDED", command.key);
    if (command.verb === "delete") return emit("DELETED", command.key);
    return { outcome: { result: "done" } };
  });
  return {
    ...target,
    watch: ({ resourceVersion: start }, listener) => {
      const known = start === undefined ? events.length : Number(/^s(\d+)$/u.exec(start)?.[1]) + 1;
      const index = reason === "none" && Number.isNaN(known) ? 0 : known;
      if (reason !== "none" && Number.isNaN(index)) {
        const refusal = { reason, message: "not a sync token", causes: [] } as const;
        listener.ended({ end: "refused", refusal });
      } else {
        for (const event of events.slice(index)) listener.event(event);
      }
      const own = (event: WatchEvent): void => listener.event(event);
      listeners.add(own);
      return Promise.resolve({
        request: { url: "", operation: "" },
        [Symbol.asyncDispose]: () => {
          listeners.delete(own);
          return Promise.resolve();
        },
      });
    },
  };
}

it.each([
  { events: "an object type", reason: "invalid", given: schema },
  { events: "an object type", reason: "unclassified", given: schema },
  { events: "an object type", reason: "internal", given: schema },
  { events: "a union", reason: "unclassified", given: unionSchema },
] as const)("finds the token in $events if versions are $reason", async ({ reason, given }) => {
  const { dialect } = inferDialect(given, { name: "berths", namespaces: [] });
  const [kind] = dialect.kinds;
  if (kind === undefined) throw new Error("no kind was inferred");
  const trial = pumpTrial(logOf(dialect, reason), kind);
  const means = {
    ...trial.means,
    schema: given,
    eventMs: 50,
    connect: (one: Dialect): Promise<Target> => Promise.resolve(logOf(one, reason)),
  };
  const shared = { means, notes: new Notebook(), refusals: [], receipts: trial.receipts };
  const object = {
    kind: kind.name,
    metadata: { name: "a", uid: uid("u1"), resourceVersion: resourceVersion("e0") },
  };
  const first = { type: "ADDED", object, resourceVersion: resourceVersion("e0") } as const;

  const learned = await learnStart(dialect, kind.name, { events: [first], shared });

  expect(learned.kinds[0]?.operations.watch[0]).toMatchObject({
    arguments: { since: "$cursor" },
    cursor: "syncToken",
  });
  expect(learned.kinds[0]?.semantics).toMatchObject({ cursor: "ofEvent" });
});

it("finds the token if a watch from a version repeats earlier events", async () => {
  const { dialect } = inferDialect(schema, { name: "berths", namespaces: [] });
  const [kind] = dialect.kinds;
  if (kind === undefined) throw new Error("no kind was inferred");
  const eventAt = (version: string): WatchEvent => {
    const metadata = { name: "a", uid: uid("u1"), resourceVersion: resourceVersion(version) };
    const object = { kind: kind.name, metadata };
    return { type: "MODIFIED", object, resourceVersion: metadata.resourceVersion };
  };
  const events = [eventAt("e0"), eventAt("e1")];
  const trial = pumpTrial(logOf(dialect, "none", events), kind);
  const learned = await learnStart(dialect, kind.name, {
    events,
    shared: {
      means: {
        ...trial.means,
        schema,
        eventMs: 50,
        connect: (one: Dialect): Promise<Target> => Promise.resolve(logOf(one, "none", events)),
      },
      notes: new Notebook(),
      refusals: [],
      receipts: trial.receipts,
    },
  });

  expect(learned.kinds[0]?.operations.watch[0]?.cursor).toBe("syncToken");
});
