import { buildSchema } from "graphql";
import { describe, expect, it } from "vitest";
import type { KindDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";

interface Shape {
  readonly payload: string;
  readonly link?: string;
  readonly query?: string;
  readonly more?: string;
}

/** Each clapper has a record of its wear, which is an object with an id of its own. */
function clapperOf({ payload, link = "clapper: Clapper!", query = "", more = "" }: Shape): {
  readonly kinds: readonly string[];
  readonly clapper: KindDialect | undefined;
} {
  const schema = buildSchema(`
    interface Node { id: ID! }
    type Query {
      node(id: ID!): Node
      clapperByMoniker(belfry: String!, moniker: String!): Clapper
      allClappers(belfry: String!): [Clapper!]!
      ${query}
    }
    type Clapper implements Node {
      id: ID! moniker: String! belfry: String! lockVersion: Int! massKg: Float! wear: Wear!
    }
    type Wear implements Node { id: ID! ${link} blows: Int pits: [Int!] }
    type Error { field: String! messages: [String!]! }
    type Forged { ok: Boolean! errors: [Error!]! clapper: Clapper }
    type Logged { ok: Boolean! errors: [Error!]! ${payload} }
    type Mutation {
      forgeClapper(belfry: String!, moniker: String!, massKg: Float!): Forged!
      adjustClapper(id: ID!, lockVersion: Int!, massKg: Float): Forged!
      logWear(clapperId: ID!, lockVersion: Int!, blows: Int, pits: [Int!]): Logged!
      scrapClapper(id: ID!): Forged!
      ${more}
    }
  `);
  const { kinds } = inferDialect(schema, { name: "bells" }).dialect;
  return {
    kinds: kinds.map(({ name }) => name),
    clapper: kinds.find(({ name }) => name === "Clapper"),
  };
}

describe("a status in an object of its own", () => {
  it.each<Shape & { result: string | null }>([
    { payload: "wear: Wear clapper: Clapper", result: "clapper" },
    { payload: "clapper: Clapper wear: Wear", result: "clapper" },
    { payload: "wear: Wear", result: "wear.clapper" },
    { payload: "wear: Wear", link: "", result: null },
    { payload: "wear: Wear", query: "wear(id: ID!): Wear", result: "wear.clapper" },
  ])("is written by a mutation that returns %j", ({ result, ...shape }) => {
    const { kinds, clapper } = clapperOf(shape);

    expect(kinds).toEqual(["Clapper"]);
    expect(clapper?.operations.updateStatus).toMatchObject([
      {
        id: "logWear",
        arguments: { clapperId: "$uid", lockVersion: "$resourceVersion", blows: "$status.blows" },
        result,
      },
    ]);
    expect(clapper?.paths.status).toEqual({ blows: "wear.blows", pits: "wear.pits" });
  });

  it("is not written by a mutation that takes no field of the object around it", () => {
    const more = "renameWear(id: ID!, note: String): Wear";
    const { clapper } = clapperOf({ payload: "wear: Wear clapper: Clapper", more });

    expect(clapper?.operations.updateStatus.map(({ id }) => id)).toEqual(["logWear"]);
    expect(clapper?.operations.update.map(({ id }) => id)).toEqual(["adjustClapper"]);
  });
});
