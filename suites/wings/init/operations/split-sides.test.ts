import { buildSchema } from "graphql";
import { describe, expect, it } from "vitest";
import { inferDialect } from "../kinds/infer-dialect.ts";

interface Api {
  readonly members?: string;
  readonly create: string;
  readonly writes: string;
}

function sidesOf({ members = "", create, writes }: Api): unknown {
  const schema = buildSchema(/* GraphQL */ `
    scalar JSON
    type Beacon {
      id: ID!
      name: String!
      rev: Int!
      declared: JSON
      assessment: JSON
      ${members}
    }
    type Query {
      beacon(name: String!): Beacon
      beacons: [Beacon!]!
    }
    type Mutation {
      addBeacon(name: String!, ${create}): Beacon!
      ${writes}
      dropBeacon(name: String!): Boolean!
    }
  `);
  const { dialect } = inferDialect(schema, { name: "beacons" });
  const { spec, status, labels } = dialect.kinds[0]?.paths ?? {};
  return { spec, status, labels };
}

const change = "changeBeacon(name: String!, rev: Int!, declared: JSON): Beacon!";
const assess = "assessBeacon(name: String!, rev: Int!, assessment: JSON): Beacon!";
const sides = { spec: "declared", status: "assessment" };

describe("a spec and a status that are untyped values", () => {
  it.each<Api & { what: string; found?: object }>([
    { what: "apart", create: "declared: JSON", writes: `${change} ${assess}` },
    {
      what: "also with a create mutation that takes both",
      create: "declared: JSON, assessment: JSON",
      writes: `${change} ${assess}`,
    },
    {
      what: "with an update mutation that takes both",
      create: "declared: JSON, assessment: JSON",
      writes: "changeBeacon(name: String!, rev: Int!, declared: JSON, assessment: JSON): Beacon!",
    },
    {
      what: "next to labels",
      members: "tags: JSON",
      create: "declared: JSON, tags: JSON",
      writes: `changeBeacon(name: String!, rev: Int!, declared: JSON, tags: JSON): Beacon! ${assess}`,
      found: { ...sides, labels: "tags" },
    },
    {
      what: "next to a required value, if updates require the spec",
      members: "zone: String!",
      create: "zone: String!, declared: JSON",
      writes: `changeBeacon(name: String!, rev: Int!, declared: JSON!): Beacon! ${assess}`,
      found: { spec: expect.objectContaining({ declared: "declared" }), status: "assessment" },
    },
  ])("are told apart $what", ({ found = sides, ...api }) => {
    expect(sidesOf(api)).toMatchObject(found);
  });
});
