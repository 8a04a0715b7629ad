import { buildSchema } from "graphql";
import { describe, expect, it } from "vitest";
import { prepareDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";

const sdl = /* GraphQL */ `
  type Studio {
    slug: String!
    kilns: [Kiln!]!
  }
  type Kiln {
    id: ID!
    name: String!
    studio: Studio!
    studioSlug: String!
    peak: Int!
    shelves: [Int!]!
    revision: Int!
    telemetry: Telemetry
  }
  type Telemetry {
    core: Int
    phase: String
  }
  input StudioUnique {
    slug: String!
  }
  input StudioRelation {
    create: StudioUnique
    connect: StudioUnique
  }
  input Shelves {
    set: [Int!]!
  }
  input SetInt {
    set: Int
    increment: Int
  }
  input SetText {
    set: String
  }
  input KilnCreate {
    name: String!
    studio: StudioRelation!
    peak: Int!
    shelves: Shelves
  }
  input KilnUpdate {
    peak: SetInt
    shelves: Shelves
  }
  input TelemetryUpdate {
    core: SetInt
    phase: SetText
  }
  input Pair {
    studioSlug: String!
    name: String!
  }
  input KilnUnique {
    id: ID
    studioSlug_name: Pair
  }
  type Query {
    kiln(where: KilnUnique!): Kiln
    kilns(take: Int, skip: Int): [Kiln!]!
  }
  type Mutation {
    createOneKiln(data: KilnCreate!): Kiln!
    updateOneKiln(where: KilnUnique!, data: KilnUpdate!, revision: Int): Kiln!
    updateOneKilnTelemetry(where: KilnUnique!, revision: Int!, data: TelemetryUpdate!): Kiln!
    deleteOneKiln(where: KilnUnique!): Kiln
  }
`;

describe("a creation that connects an existing object", () => {
  const schema = buildSchema(sdl);
  const { dialect } = inferDialect(schema, { name: "test", namespaces: ["north"] });
  const [kiln] = dialect.kinds;

  it("names it by the namespace", () => {
    expect(prepareDialect(schema, dialect).problems).toEqual([]);
    expect(kiln?.paths.namespace).toBe("studioSlug");
    expect(kiln?.operations.create[0]?.arguments).toEqual({
      data: {
        name: "$name",
        studio: { connect: { slug: "$namespace" } },
        peak: "$spec.peak",
        shelves: { set: "$spec.shelves" },
      },
    });
  });

  it("samples assigned values without their assignment", () => {
    expect(kiln?.samples.specs[0]).toEqual({ peak: 1, shelves: [1] });
  });

  it("reads the object itself, although it leads to a list of its own type", () => {
    expect(kiln?.operations.read).toMatchObject([
      {
        field: "kiln",
        arguments: { where: { studioSlug_name: { studioSlug: "$namespace", name: "$name" } } },
        result: "",
      },
    ]);
  });
});
