import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { inferDialect } from "../kinds/infer-dialect.ts";

/** Objects are read by their id. Lists filter by the slug, and every input is optional, as in Strapi 4. */
const schema = buildSchema(/* GraphQL */ `
  type Lift {
    slug: String!
    limit: Int!
    building: String!
    weight: Int
    revision: Int!
  }
  type LiftEntity {
    id: ID
    attributes: Lift
  }
  type LiftResponse {
    data: LiftEntity
  }
  type LiftResponses {
    data: [LiftEntity!]!
  }
  input TextFilter {
    eq: String
  }
  input LiftFilters {
    slug: TextFilter
  }
  input LiftInput {
    slug: String
    limit: Int
    building: String
  }
  input SensorInput {
    weight: Int
  }
  type Query {
    lift(id: ID): LiftResponse
    lifts(filters: LiftFilters): LiftResponses
  }
  type Mutation {
    createLift(data: LiftInput!): LiftResponse
    updateLift(id: ID!, revision: Int!, data: LiftInput!): LiftResponse
    updateLiftSensor(id: ID!, revision: Int!, data: SensorInput!): LiftResponse
    deleteLift(id: ID!): LiftResponse
  }
`);

it("takes the only word for a name as the name, although lists filter by it", () => {
  const { dialect } = inferDialect(schema, { name: "lifts" });

  expect(dialect.kinds).toMatchObject([
    {
      scope: "cluster",
      paths: { name: "attributes.slug", uid: "id", resourceVersion: "attributes.revision" },
      operations: { create: [{ arguments: { data: { slug: "$name" } } }] },
    },
  ]);
});
