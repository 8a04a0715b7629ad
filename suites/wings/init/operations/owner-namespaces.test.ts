import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { inferDialect } from "../kinds/infer-dialect.ts";
import { placeLists } from "./owner-namespaces.ts";

it("lists other objects that have a field with the name of the namespace last", () => {
  const schema = buildSchema(/* GraphQL */ `
    type Depot {
      region: ID!
      label: String
    }
    type Charger {
      uuid: ID!
      region: ID!
      serial: String!
      etag: Int!
      plan: Plan!
      reading: Reading
    }
    type Plan {
      kw: Int!
    }
    type Reading {
      kw: Int
    }
    input PlanInput {
      kw: Int!
    }
    input ReadingInput {
      kw: Int
    }
    type Query {
      charger(region: ID!, serial: String!): Charger
      chargers(region: ID!): [Charger!]!
      depots: [Depot!]!
      regions: [ID!]!
    }
    type Mutation {
      installCharger(region: ID!, serial: String!, plan: PlanInput!): Charger!
      planCharger(region: ID!, serial: String!, etag: Int!, plan: PlanInput!): Charger!
      readCharger(region: ID!, serial: String!, etag: Int!, reading: ReadingInput!): Charger!
      scrapCharger(region: ID!, serial: String!): ID!
    }
  `);
  const [kind] = inferDialect(schema, { name: "chargers" }).dialect.kinds;

  expect(kind && placeLists(schema, kind)).toMatchObject([
    { type: "ID", leaf: "", list: { field: "regions" } },
    { type: "Depot", leaf: "region", list: { field: "depots" } },
  ]);
});
