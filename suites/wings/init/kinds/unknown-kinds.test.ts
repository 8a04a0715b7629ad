import { buildSchema } from "graphql";
import { describe, expect, it } from "vitest";
import { kindsOfSpareSamples, unknownKinds } from "./unknown-kinds.ts";

const things = `
  type Meta { name: String! namespace: String uid: ID! resourceVersion: String! }
  scalar JSON
  type Resource { kind: String! metadata: Meta! spec: JSON status: JSON }
  type Mutation {
    createResource(kind: KIND!, namespace: String, name: String!, spec: JSON!): Resource
    updateResourceStatus(kind: KIND!, namespace: String, name: String!, resourceVersion: String!, status: JSON!): Resource
    deleteResource(kind: KIND!, namespace: String, name: String!): Boolean
  }
`;

const reads = `
  resource(kind: KIND!, namespace: String, name: String!): Resource
  resources(kind: KIND!, namespace: String): [Resource!]!
`;

const gear = `
  type Gear { metadata: Meta! spec: GearSpec status: GearStatus }
  type GearSpec { teeth: Int }
  type GearStatus { turns: Int }
  input GearSpecInput { teeth: Int }
  type Oven { title: String }
  extend type Mutation {
    createGear(namespace: String, name: String!, spec: GearSpecInput!): Gear
  }
`;

const any = buildSchema(`type Query { ${reads} }${things}`.replaceAll("KIND", "String"));
const listed = buildSchema(
  `type Query { ${reads} } enum Sort { Kiln Crane } ${things}`.replaceAll("KIND", "Sort"),
);
const mixed = buildSchema(
  `type Query { ${reads} gear(namespace: String, name: String!): Gear oven: Oven } ${things} ${gear}`.replaceAll(
    "KIND",
    "String",
  ),
);

describe("kinds that the user names", () => {
  it.each([
    { what: "any name that generic operations may take", schema: any, kinds: ["Kiln"], found: [] },
    { what: "the names that an enum lists", schema: listed, kinds: ["kiln", "Crane"], found: [] },
    {
      what: "no other names than an enum lists",
      schema: listed,
      kinds: ["Klin", "Bed"],
      found: [
        { name: "Klin", near: ["Kiln"] },
        { name: "Bed", near: [] },
      ],
    },
    { what: "a typed kind", schema: mixed, kinds: ["gear"], found: [] },
    {
      what: "no misspelled typed kind",
      schema: mixed,
      kinds: ["Geer", "Gears", "Kiln", "Hearth"],
      found: [
        { name: "Geer", near: ["Gear"] },
        { name: "Gears", near: ["Gear"] },
      ],
    },
    { what: "types that are not recognized as kinds", schema: mixed, kinds: ["Oven"], found: [] },
  ])("may be $what", ({ schema, kinds, found }) => {
    const unknown = unknownKinds(schema, { name: "any", kinds });
    expect(unknown.map(({ name, near }) => ({ name, near }))).toEqual(found);
  });

  it("may be any name that is given a literal", () => {
    const options = { name: "any", kinds: ["Geer"], literals: { Geer: "geer" } };
    expect(unknownKinds(mixed, options)).toEqual([]);
  });

  it("come with all known kinds", () => {
    expect(unknownKinds(listed, { name: "any", kinds: ["Bed"] })).toEqual([
      { name: "Bed", near: [], known: ["Kiln", "Crane"], isGeneric: false },
    ]);
  });
});

describe("samples without a recognized kind", () => {
  const unrecognized = buildSchema(
    "type Query { oven(title: String!): Oven } type Oven { title: String }",
  );
  const untyped = buildSchema("scalar JSON type Query { thing(id: ID!): JSON }");

  it.each([
    { what: "a type", schema: unrecognized, name: "Oven", found: [] },
    {
      what: "no type",
      schema: unrecognized,
      name: "Ovn",
      found: [{ name: "Ovn", near: ["Oven"] }],
    },
    { what: "a kind of untyped objects", schema: untyped, name: "Ovn", found: [] },
  ])("may have the name of $what", ({ schema, name, found }) => {
    const spare = kindsOfSpareSamples(schema, { name: "any", samples: { [name]: {} } });
    expect(spare.map((one) => ({ name: one.name, near: one.near }))).toEqual(found);
  });
});
