import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { prepareDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";

const schema = buildSchema(/* GraphQL */ `
  type Basin {
    callsign: ID!
    caption: String!
  }
  type Turbine {
    basin: Basin!
    moniker: String!
    edition: Int!
    wish: Wish!
    finding: Finding
  }
  type Wish {
    blades: Int!
  }
  type Finding {
    torque: Int
  }
  input WishInput {
    blades: Int!
  }
  input FindingInput {
    torque: Int
  }
  type Query {
    basins: [Basin!]!
    turbine(basin: ID!, moniker: String!): Turbine
    turbines(basin: ID!): [Turbine!]!
  }
  type Mutation {
    raiseTurbine(basin: ID!, moniker: String!, wish: WishInput!): Turbine!
    alterTurbine(basin: ID!, moniker: String!, edition: Int!, wish: WishInput!): Turbine!
    measureTurbine(basin: ID!, moniker: String!, edition: Int!, finding: FindingInput!): Turbine!
    razeTurbine(basin: ID!, moniker: String!): Boolean!
  }
`);

it("takes the only ID of a related object for its key, whatever its name", () => {
  const { dialect } = inferDialect(schema, { name: "turbines", namespaces: ["delta"] });

  expect(dialect.kinds).toMatchObject([
    {
      name: "Turbine",
      paths: { name: "moniker", namespace: "basin.callsign", resourceVersion: "edition" },
      operations: {
        create: [{ field: "raiseTurbine" }],
        read: [{ field: "turbine", arguments: { basin: "$namespace", moniker: "$name" } }],
        list: [{ field: "turbines", arguments: { basin: "$namespace" } }],
        update: [{ field: "alterTurbine" }],
        updateStatus: [{ field: "measureTurbine" }],
        delete: [{ field: "razeTurbine" }],
      },
    },
  ]);
  expect(prepareDialect(schema, dialect).problems).toEqual([]);
});
