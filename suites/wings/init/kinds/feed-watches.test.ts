import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { inferDialect } from "./infer-dialect.ts";

function kind(name: string): string {
  const field = name.toLowerCase();
  return /* GraphQL */ `
    type ${name} {
      code: String!
      touchedAt: Instant!
      edition: Int!
      recipe: ${name}Recipe!
      readings: ${name}Readings
    }
    type ${name}Recipe {
      grape: String!
      litres: Int!
    }
    type ${name}Readings {
      sugar: Int
      note: String
    }
    input ${name}RecipeDraft {
      grape: String!
      litres: Int!
    }
    input ${name}ReadingsDraft {
      sugar: Int
      note: String
    }
    extend type Query {
      ${field}(code: String!): ${name}
      ${field}s: [${name}!]!
    }
    extend type Mutation {
      fill${name}(code: String!, recipe: ${name}RecipeDraft!): ${name}!
      refill${name}(code: String!, seenAt: Instant!, recipe: ${name}RecipeDraft!): ${name}!
      report${name}(code: String!, seenAt: Instant!, readings: ${name}ReadingsDraft!): ${name}!
      empty${name}(code: String!, seenAt: Instant): Boolean!
    }
  `;
}

it("reads the position of an event, and no key of another kind", () => {
  const schema = buildSchema(/* GraphQL */ `
    scalar Instant
    enum Verb {
      PUT
      GONE
    }
    type Entry {
      seq: Int!
      verb: Verb!
      vat: Vat
      cask: Cask
    }
    type Query {
      ping: Boolean
    }
    type Mutation {
      ping: Boolean
    }
    type Subscription {
      feed(after: Int): Entry!
    }
    ${kind("Vat")}
    ${kind("Cask")}
  `);
  const { dialect } = inferDialect(schema, { name: "cellar", namespaces: [] });
  const watches = dialect.kinds.map(({ operations }) => operations.watch[0]);

  expect(watches).toMatchObject([
    { arguments: { after: "$cursor" }, cursor: "seq", object: "vat", otherKinds: ["cask"] },
    { arguments: { after: "$cursor" }, cursor: "seq", object: "cask", otherKinds: ["vat"] },
  ]);
  expect(watches.map((watch) => watch?.key)).toEqual([undefined, undefined]);
});

function mutationsOf(name: string): string {
  return `
    create${name}(name: String!, config: ${name}ConfigInput!): ${name}!
    update${name}(id: ID!, ifMatch: String, config: ${name}ConfigInput!): ${name}!
    report${name}(id: ID!, ifMatch: String!, health: ${name}HealthInput!): ${name}!
    delete${name}(id: ID!, ifMatch: String): Boolean!
  `;
}

it.each(["interface Node { id: ID! }", "union Node = Topic | Queue | Account"])(
  "watches each kind on one subscription whose objects share a field: %s",
  (declared) => {
    const own = declared.startsWith("interface") ? "implements Node" : "";
    const kindOf = (name: string): string => `
      type ${name} ${own} { id: ID! name: String! etag: String! config: ${name}Config! health: ${name}Health }
      type ${name}Config { size: Int! } input ${name}ConfigInput { size: Int! }
      type ${name}Health { lag: Int } input ${name}HealthInput { lag: Int }
    `;
    const schema = buildSchema(`
      ${declared} ${kindOf("Topic")} ${kindOf("Queue")}
      type Account ${own} { id: ID! mail: String! }
      enum Change { CREATED UPDATED DELETED }
      type NodeChange { change: Change! cursor: String! node: Node! }
      type Query { topic(id: ID!): Topic queue(id: ID!): Queue }
      type Mutation { ${mutationsOf("Topic")} ${mutationsOf("Queue")} }
      type Subscription { nodeChanged(after: String): NodeChange! }
    `);
    const { dialect } = inferDialect(schema, { name: "broker", namespaces: [] });

    expect(
      dialect.kinds.map(({ type, operations }) => ({ type, watch: operations.watch })),
    ).toMatchObject(
      ["Topic", "Queue"].map((type) => ({
        type,
        watch: [
          {
            id: "nodeChanged",
            type: { path: "change", names: { CREATED: "ADDED" } },
            object: "node",
            cursor: "cursor",
          },
        ],
      })),
    );
  },
);

it("takes an enum that mutations write for no event type", () => {
  const schema = buildSchema(/* GraphQL */ `
    enum Airframe {
      AIRWORTHY
      GROUNDED
      INSPECTION_DUE
    }
    type Glider {
      name: String!
      edition: Int!
      rigging: Rigging!
      state: State
    }
    type Rigging {
      span: Float!
    }
    type State {
      airframe: Airframe
    }
    input RiggingInput {
      span: Float!
    }
    input StateInput {
      airframe: Airframe
    }
    type StateReport {
      airframe: Airframe
      glider: Glider!
    }
    type Query {
      glider(name: String!): Glider
      gliders: [Glider!]!
    }
    type Mutation {
      createGlider(name: String!, rigging: RiggingInput!): Glider!
      rerigGlider(name: String!, edition: Int!, rigging: RiggingInput!): Glider!
      reportGlider(name: String!, edition: Int!, state: StateInput!): Glider!
      deleteGlider(name: String!): Glider!
    }
    type Subscription {
      gliderReports: StateReport!
    }
  `);
  const { dialect } = inferDialect(schema, { name: "gliders" });

  expect(dialect.kinds[0]?.operations.watch[0]?.type).toBeUndefined();
});

it("names the kind in the topic of a feed of untyped payloads", () => {
  const schema = buildSchema(/* GraphQL */ `
    scalar Instant
    scalar JSON
    type Change {
      topic: String
      what: String
      key: ID
      serial: Int
      at: Instant
      payload: JSON
    }
    type Query {
      ping: Boolean
    }
    type Mutation {
      ping: Boolean
    }
    type Subscription {
      changes(topic: String!): Change
    }
    ${kind("Vat")}
    ${kind("Cask")}
  `);
  const { dialect } = inferDialect(schema, { name: "cellar", namespaces: [] });

  expect(dialect.kinds.map(({ operations }) => operations.watch)).toMatchObject(
    ["Cask", "Vat"].map(() => [
      { arguments: { topic: "$kind" }, type: { path: "what" }, object: "payload" },
    ]),
  );
});
