import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import type { ArgumentTree } from "#targets/graphql";
import { prepareDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";

function argumentsWith(mask: string): Readonly<Record<string, ArgumentTree | undefined>> {
  const schema = buildSchema(/* GraphQL */ `
    scalar FieldMask
    input Mask { paths: [String!]! }
    type Query { lamp(harbor: String!, name: String!): Lamp lamps(harbor: String!): [Lamp!]! }
    type Mutation {
      createLamp(harbor: String!, name: String!, bulb: BulbInput!): Lamp!
      changeLamp(harbor: String!, name: String!, version: Int!, bulb: BulbInput!, ${mask}): Lamp!
      reportLamp(harbor: String!, name: String!, version: Int!, whole: WholeInput!, ${mask}): Lamp!
      deleteLamp(harbor: String!, name: String!): Lamp!
    }
    type Lamp { harbor: String! name: String! version: Int! bulb: Bulb! glow: Glow }
    type Bulb { watts: Int! color: String }
    type Glow { lit: Int note: String }
    input BulbInput { watts: Int! color: String }
    input GlowInput { lit: Int note: String }
    input WholeInput { glow: GlowInput! }
  `);
  const { dialect } = inferDialect(schema, { name: "lamps", namespaces: ["north"] });
  const { update = [], updateStatus = [] } = dialect.kinds[0]?.operations ?? {};
  expect(prepareDialect(schema, dialect).problems).toEqual([]);
  return { update: update[0]?.arguments, updateStatus: updateStatus[0]?.arguments };
}

it.each([
  { mask: "updateMask: FieldMask!", update: "watts,color", updateStatus: "glow" },
  { mask: "mask: String!", update: "watts,color", updateStatus: "glow" },
  { mask: "fieldMask: [String!]!", update: ["watts", "color"], updateStatus: ["glow"] },
  {
    mask: "updateMask: Mask!",
    update: { paths: ["watts", "color"] },
    updateStatus: { paths: ["glow"] },
  },
])("names the written fields in a required mask: $mask", ({ mask, update, updateStatus }) => {
  const [name = ""] = mask.split(":");
  const found = argumentsWith(mask);

  expect(found["update"]).toMatchObject({ bulb: "$spec", [name]: update });
  expect(found["updateStatus"]).toMatchObject({
    whole: { glow: "$status" },
    [name]: updateStatus,
  });
});

it("omits an optional mask", () => {
  expect(argumentsWith("updateMask: FieldMask")["update"]).not.toHaveProperty("updateMask");
});
