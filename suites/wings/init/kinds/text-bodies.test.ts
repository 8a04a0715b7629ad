import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { prepareDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";

function schemaWith(text: string): ReturnType<typeof buildSchema> {
  return buildSchema(/* GraphQL */ `
    type Pump {
      id: ID!
      name: String!
      rowVersion: Int!
      pressure: Int!
      outlets: [String!]!
      ${text}: String
    }
    input PumpSet {
      pressure: Int
      outlets: [String!]
    }
    input PumpStateSet {
      ${text}: String!
    }
    type Query {
      pump(name: String!): Pump
      pumps: [Pump!]!
    }
    type Mutation {
      createPump(name: String!, pressure: Int!, outlets: [String!]!): Pump!
      updatePump(name: String!, ifRowVersion: Int!, set: PumpSet!): Pump!
      reportPump(name: String!, ifRowVersion: Int!, set: PumpStateSet!): Pump!
      deletePump(name: String!): Pump
    }
  `);
}

const statuses = [{ flow: 1 }, { flow: 2 }, { flow: 3 }];

it.each([
  { text: "stateJson", statuses: undefined },
  { text: "readings", statuses },
])("reads and writes a status that is JSON in the string $text", ({ text, statuses: given }) => {
  const schema = schemaWith(text);
  const samples = given === undefined ? {} : { samples: { Pump: { statuses: given } } };
  const { dialect } = inferDialect(schema, { name: "pumps", namespaces: [], ...samples });

  expect(dialect.kinds[0]).toMatchObject({
    paths: { status: `${text}.$jsonText` },
    operations: {
      updateStatus: [
        {
          arguments: { name: "$name", set: { [text]: { $jsonText: "$status" } } },
          inside: `set.${text}.$jsonText`,
        },
      ],
    },
  });
  expect(dialect.kinds[0]?.samples.statuses).not.toHaveLength(0);
  expect(prepareDialect(schema, dialect).problems).toEqual([]);
});

it("leaves a status alone that is only one word", () => {
  const { dialect } = inferDialect(schemaWith("mood"), { name: "pumps", namespaces: [] });

  expect(dialect.kinds[0]?.paths.status).toEqual({ mood: "mood" });
});
