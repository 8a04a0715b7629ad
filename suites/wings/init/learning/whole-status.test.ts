import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { prepareDialect } from "#targets/graphql";
import type { Dialect } from "#targets/graphql";
import { withoutDeniedColumns } from "./denied-columns.ts";
import { inferDialect } from "../kinds/infer-dialect.ts";
import { pumpShared, pumpTarget } from "./pump-target.fixture.ts";
import { withWholeStatus } from "./whole-status.ts";

/** Every write takes every field. Only permissions separate spec and status. */
const schema = buildSchema(/* GraphQL */ `
  type Query {
    getPress(id: ID!): Press
    listPresses(limit: Int, nextToken: String): PressPage
  }
  type PressPage {
    items: [Press]!
    nextToken: String
  }
  type Press {
    id: ID!
    name: String!
    tons: Int!
    dye: String
    revision: Int!
    run: PressRun
  }
  type PressRun {
    strokes: Int
    faults: [String]
  }
  input PressRunInput {
    strokes: Int
    faults: [String]
  }
  input CreatePress {
    id: ID
    name: String!
    tons: Int!
    dye: String
    run: PressRunInput
  }
  input UpdatePress {
    id: ID!
    name: String
    tons: Int
    dye: String
    run: PressRunInput
    revision: Int
  }
  type Mutation {
    createPress(input: CreatePress!): Press
    updatePress(input: UpdatePress!): Press
    deletePress(id: ID!): Press
  }
`);

const { dialect } = inferDialect(schema, { name: "presses" });
const shared = pumpShared(() => pumpTarget(() => ({ outcome: { result: "done" } })), {
  means: { schema },
});

function deniedOf(field: string): Dialect {
  const message = `Not Authorized to access ${field} on type Mutation`;
  const refusal = { reason: "forbidden", message, causes: [] } as const;
  const refused = { outcome: { result: "refused", refusal } } as const;
  const found = withoutDeniedColumns(dialect, "Press", { refused, shared });
  if (found === undefined) throw new Error("no column was moved");
  return withWholeStatus(found, "Press", shared);
}

it("is the object that the author may not write", () => {
  const found = deniedOf("run");
  const [press] = found.kinds;

  expect(press?.paths).toMatchObject({ spec: { tons: "tons", dye: "dye" }, status: "run" });
  expect(press?.operations.updateStatus).toMatchObject([
    {
      arguments: { input: { id: "$uid", revision: "$resourceVersion", run: "$status" } },
      inside: "input.run",
    },
  ]);
  expect(press?.samples).toMatchObject({
    counter: "strokes",
    statuses: [{ strokes: 1 }, { strokes: 2 }, { strokes: 3 }],
  });
  expect(prepareDialect(schema, found).problems).toEqual([]);
});

it("remains a column if it is a single value", () => {
  expect(deniedOf("dye").kinds[0]?.paths.status).toEqual({ dye: "dye" });
});
