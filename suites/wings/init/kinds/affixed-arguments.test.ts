import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import type { KindDialect } from "#targets/graphql";
import { prepareDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";

/** Database functions take arguments whose names differ from those of the columns, so that no name is ambiguous. */
function kilnWith(mutations: string): KindDialect | undefined {
  const schema = buildSchema(/* GraphQL */ `
    type Query {
      kiln(yard: String!, code: String!): Kiln
      kilns(yard: String): [Kiln!]!
    }
    type Kiln {
      yard: String!
      code: String!
      heat: Int!
      label: String
      revision: Int!
      phase: String
      bricksReady: Int
      observedGeneration: Int
    }
    input ReportInput {
      in_yard: String!
      in_code: String!
      in_phase: String
      in_bricks_ready: Int
    }
    type Mutation {
      createKiln(yard: String!, code: String!, heat: Int!, label: String): Kiln
      updateKiln(yard: String!, code: String!, heat: Int, label: String): Kiln
      deleteKiln(yard: String!, code: String!): Kiln
      ${mutations}
    }
  `);
  const { dialect } = inferDialect(schema, { name: "kilns", namespaces: ["north"] });
  expect(prepareDialect(schema, dialect).problems).toEqual([]);
  return dialect.kinds[0];
}

it.each([
  {
    arguments: `pYard: String!, pCode: String!, expectedRevision: Int!,
      newPhase: String, newBricksReady: Int, newObservedGeneration: Int`,
    sent: {
      pYard: "$namespace",
      pCode: "$name",
      expectedRevision: "$resourceVersion",
      newPhase: "$status.phase",
      newBricksReady: "$status.bricksReady",
      newObservedGeneration: "$status.observedGeneration",
    },
  },
  {
    arguments: `yard: String!, code: String!, p_revision: Int!, p_phase: String, p_bricks_ready: Int`,
    sent: {
      yard: "$namespace",
      code: "$name",
      p_revision: "$resourceVersion",
      p_phase: "$status.phase",
      p_bricks_ready: "$status.bricksReady",
    },
  },
  {
    arguments: "yardArg: String!, codeArg: String!, phaseArg: String, bricksReadyArg: Int",
    sent: {
      yardArg: "$namespace",
      codeArg: "$name",
      phaseArg: "$status.phase",
      bricksReadyArg: "$status.bricksReady",
    },
  },
  {
    arguments: "input: ReportInput!",
    sent: {
      input: {
        in_yard: "$namespace",
        in_code: "$name",
        in_phase: "$status.phase",
        in_bricks_ready: "$status.bricksReady",
      },
    },
  },
])("recognizes fields whose arguments share an affix: $arguments", (shape) => {
  const kiln = kilnWith(`reportKiln(${shape.arguments}): Kiln`);

  expect(kiln?.operations.updateStatus).toMatchObject([{ arguments: shape.sent }]);
  expect(kiln?.samples.statuses).toHaveLength(3);
});

it("does not take the new name of an object for its name", () => {
  const kiln = kilnWith(`
    reportKiln(yard: String!, code: String!, phase: String, bricksReady: Int): Kiln
    renameKiln(yard: String!, code: String!, newYard: String!, newCode: String!): Kiln
  `);

  expect(kiln?.operations.updateStatus.map(({ field }) => field)).toEqual(["reportKiln"]);
  expect(JSON.stringify(kiln?.operations)).not.toContain("newCode");
});
