import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { inferDialect } from "./infer-dialect.ts";

/** Filters that contain the values themselves, as of the Neo4j GraphQL library. */
const schema = buildSchema(/* GraphQL */ `
  enum Mode {
    IDLE
    BUSY
  }
  type Crane {
    id: ID!
    tag: String!
    yard: String!
    revision: Int!
    liftKg: Int!
    notes: [String!]
    mode: Mode
    loadKg: Int
    alarms: [String!]
  }
  input CraneCreate {
    tag: String!
    yard: String!
    liftKg: Int!
    notes: [String!]
  }
  input CraneUpdate {
    liftKg: Int
    notes: [String!]
    mode: Mode
    loadKg: Int
    alarms: [String!]
  }
  input CraneWhere {
    NOT: CraneWhere
    OR: [CraneWhere!]
    id: ID
    id_IN: [ID!]
    tag: String
    yard: String
    revision: Int
    liftKg: Int
    mode: Mode
  }
  input CraneKey {
    id: ID!
    revision: Int!
  }
  input CraneOptions {
    most: Int
    beyond: Int
  }
  type Cranes {
    cranes: [Crane!]!
  }
  type Deleted {
    nodesDeleted: Int!
  }
  type Query {
    cranes(where: CraneWhere, options: CraneOptions): [Crane!]!
  }
  type Mutation {
    createCranes(input: [CraneCreate!]!): Cranes!
    updateCranes(where: CraneWhere, update: CraneUpdate): Cranes!
    measureCranes(where: CraneKey!, update: CraneUpdate): Cranes!
    deleteCranes(where: CraneWhere): Deleted!
  }
`);
const [crane] = inferDialect(schema, { name: "cranes", namespaces: ["east"] }).dialect.kinds;

it("reads by an own key of a filter, not by a combined or negated filter", () => {
  expect(crane?.operations.read).toMatchObject([{ arguments: { where: { id: "$uid" } } }]);
});

it("writes no field through a filter that lists take as well", () => {
  const where = { id: "$uid", yard: "$namespace", revision: "$resourceVersion" };

  expect(crane?.operations.update).toMatchObject([
    { field: "updateCranes", arguments: { where, update: { $members: "$spec" } } },
    { field: "measureCranes" },
  ]);
  expect(crane?.operations.updateStatus).toMatchObject([
    { arguments: { where: { ...where, tag: "$name" }, update: { $members: "$status" } } },
    { arguments: { update: { $members: "$status" } } },
  ]);
});

it.each([
  { name: "edition", type: "Int!", version: "edition" },
  { name: "wersja", type: "Int!", version: "wersja" },
  { name: "edition", type: "String!", version: undefined },
  { name: "edition", type: "Int", version: undefined },
])("takes $name: $type for the version if only filters take it", ({ name, type, version }) => {
  const input = type.replace("!", "");
  const beds = buildSchema(`
    type Bed { id: ID! code: String! size: Int! load: Int ${name}: ${type} }
    input BedCreate { code: String! size: Int! }
    input BedUpdate { size: Int }
    input BedReading { load: Int }
    input BedWhere { NOT: BedWhere id: ID code: String ${name}: ${input} }
    type Beds { beds: [Bed!]! }
    type Deleted { nodesDeleted: Int! }
    type Query { beds(where: BedWhere, limit: Int, offset: Int): [Bed!]! }
    type Mutation {
      createBeds(input: [BedCreate!]!): Beds!
      updateBeds(where: BedWhere, update: BedUpdate): Beds!
      observeBeds(where: BedWhere, update: BedReading): Beds!
      deleteBeds(where: BedWhere): Deleted!
    }
  `);
  const [bed] = inferDialect(beds, { name: "beds" }).dialect.kinds;

  expect(bed?.paths.resourceVersion).toBe(version);
});

it("deletes with a mutation that takes only a filter", () => {
  expect(crane?.operations.delete).toMatchObject([{ field: "deleteCranes" }]);
});

it("looks for pages among the arguments that filter nothing", () => {
  const { guesses } = inferDialect(schema, { name: "cranes", namespaces: ["east"] });
  const pages = guesses.find(({ path }) => path.at(-1) === "pages");

  expect(pages?.alternatives).toEqual(["options.most", "options.beyond"]);
});
