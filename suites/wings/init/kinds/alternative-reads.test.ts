import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import type { KindDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";

function kindOf(sdl: string): KindDialect | undefined {
  return inferDialect(buildSchema(sdl), { name: "depots" }).dialect.kinds[0];
}

const depot = (query: string, subscription = ""): string => /* GraphQL */ `
  type Query {
    ${query}
    depots(first: Int, after: String, filter: DepotFilter): [Depot!]!
  }
  type Mutation {
    depotCreate(input: DepotCreate!): DepotPayload
    depotUpdate(id: ID!, revision: Int, input: DepotUpdate!): DepotPayload
    depotReport(id: ID!, revision: Int!, report: ReportInput!): DepotPayload
    depotDelete(id: ID!): DepotPayload
    depotNote(id: ID!, input: [ItemInput!]!): Boolean
    depotsCreate(data: [DepotCreate!]): [Depot!]!
  }
  ${subscription}
  enum Happening {
    BUILT
    CHANGED
    RAZED
  }
  input DepotFilter { search: String }
  type Depot { id: ID! slug: String! code: String name: String! revision: Int! capacity: Int email: String report: Report metadata: [Item!]! }
  type Item { key: String! value: String! }
  input ItemInput { key: String! value: String! }
  type Report { stock: Int mood: String }
  input ReportInput { stock: Int mood: String }
  input DepotCreate { slug: String! name: String! capacity: Int email: String metadata: [ItemInput!] }
  input DepotUpdate { name: String capacity: Int email: String metadata: [ItemInput!] }
  type DepotPayload { depot: Depot }
`;

it("reads by each of several optional keys, and names objects by one of them", () => {
  const kind = kindOf(depot("depot(id: ID, slug: String, code: String): Depot"));

  expect(kind?.paths).toMatchObject({ name: "slug", uid: "id", labels: "metadata" });
  expect(kind?.scope).toBe("cluster");
  expect(kind?.operations.read).toMatchObject([
    { field: "depot", arguments: { slug: "$name" } },
    { id: "depotById", field: "depot", arguments: { id: "$uid" } },
  ]);
});

it("omits operations that are about no object in particular", () => {
  const kind = kindOf(
    depot(
      "depot(id: ID!): Depot depotByNumber(number: Int!): Depot depotBySlug(slug: String!): Depot",
    ),
  );

  expect(kind?.operations.create.map(({ id }) => id)).toEqual(["depotCreate"]);
  expect(kind?.operations.read.map(({ id }) => id)).toEqual(["depotBySlug", "depot"]);
  expect(kind?.operations.update.map(({ id }) => id)).toEqual(["depotUpdate"]);
});

it("asks a watch for events of every type, from the first position", () => {
  const kind = kindOf(
    depot(
      "depot(id: ID!): Depot",
      `type Subscription { depotNews(events: [Happening!]!, initial_value: Int!): DepotNews }
       type DepotNews { what: Happening! seq: Int! depot: Depot }`,
    ),
  );

  expect(kind?.operations.watch).toMatchObject([
    {
      arguments: { events: ["BUILT", "CHANGED", "RAZED"], initial_value: "$cursor" },
      start: 0,
      object: "depot",
    },
  ]);
});

const event = (verb: string): string =>
  `type Depot${verb} { what: Happening! at: Float! ${verb.toLowerCase()}Depot: Depot! }`;

it("merges subscriptions for each type of change, even if their events contain the type", () => {
  const kind = kindOf(
    depot(
      "depot(id: ID!): Depot",
      `type Subscription { depotCreated: DepotCreated! depotUpdated: DepotUpdated! depotDeleted: DepotDeleted! }
       ${["Created", "Updated", "Deleted"].map(event).join(" ")}`,
    ),
  );

  expect(kind?.operations.watch).toMatchObject([
    {
      object: "createdDepot",
      streams: [
        { field: "depotCreated", type: "ADDED" },
        { field: "depotUpdated", type: "MODIFIED", object: "updatedDepot" },
        { field: "depotDeleted", type: "DELETED", object: "deletedDepot" },
      ],
    },
  ]);
});
