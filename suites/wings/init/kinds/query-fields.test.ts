import { buildSchema } from "graphql";
import { describe, expect, it } from "vitest";
import { prepareDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";

const objects = /* GraphQL */ `
  type Kiln {
    site: String!
    name: String!
    id: ID!
    revision: Int!
    plan: Plan!
    facts: Facts
  }
  type Plan {
    heat: Int!
  }
  type Facts {
    heat: Int!
    lit: Boolean
  }
  input PlanInput {
    heat: Int!
  }
  input FactsInput {
    heat: Int!
    lit: Boolean
  }
  type Mutation {
    build(site: String!, name: String!, plan: PlanInput!): Kiln!
    refit(site: String!, name: String!, revision: Int!, plan: PlanInput!): Kiln!
    measure(site: String!, name: String!, revision: Int!, facts: FactsInput!): Kiln!
    raze(site: String!, name: String!): Boolean!
  }
`;

function kilnOf(queries: string): unknown {
  const schema = buildSchema(`${objects} ${queries}`);
  const { kinds } = inferDialect(schema, { name: "kilns", namespaces: ["north"] }).dialect;
  const [kiln] = kinds;
  if (kiln === undefined) return undefined;
  const { paths, operations } = kiln;
  return { names: kinds.map(({ name }) => name), paths, ...operations };
}

const key = { site: "$namespace", name: "$name" };

const parts = {
  names: ["Kiln"],
  paths: expect.objectContaining({ name: "name", namespace: "site", spec: "plan" }),
};

describe("queries", () => {
  it("may find objects inside their owner, under another name than objects use", () => {
    const kiln = kilnOf(/* GraphQL */ `
      type Site {
        code: ID!
        kiln(name: String!): Kiln
        kilns(after: String): KilnPage!
      }
      type KilnPage {
        items: [Kiln!]!
        nextPage: String
      }
      type Query {
        site(code: String!): Site
      }
    `);

    expect(kiln).toMatchObject({ ...parts, names: ["Kiln"] });
    expect(kiln).toMatchObject({
      read: [{ field: "site.kiln", arguments: { code: "$namespace", name: "$name" } }],
      list: [
        {
          field: "site.kilns",
          arguments: { code: "$namespace" },
          perNamespace: true,
          items: "items",
        },
      ],
    });
  });

  it("may answer with one type of a union", () => {
    const kiln = kilnOf(/* GraphQL */ `
      type Missing {
        name: String!
        message: String!
      }
      type Barred {
        message: String!
      }
      type Sheet {
        kilns: [Kiln!]!
      }
      union KilnReply = Missing | Barred | Kiln
      union KilnsReply = Barred | Sheet
      type Query {
        kiln(site: String!, name: String!): KilnReply!
        kilns(site: String!): KilnsReply!
      }
    `);

    expect(kiln).toMatchObject({
      ...parts,
      read: [{ field: "kiln", arguments: key, result: "" }],
      list: [{ field: "kilns", items: "kilns" }],
    });
  });

  it("may answer with a payload around the object or the list", () => {
    const kiln = kilnOf(/* GraphQL */ `
      type Problem {
        message: String!
      }
      type Found {
        kiln: Kiln
        problems: [Problem!]!
      }
      type FoundAll {
        kilns: [Kiln!]
        problem: Problem
      }
      type Query {
        kiln(site: String!, name: String!): Found!
        kilns(site: String!): FoundAll!
      }
    `);

    expect(kiln).toMatchObject({
      ...parts,
      read: [{ field: "kiln", arguments: key, result: "kiln" }],
      list: [{ field: "kilns", items: "kilns" }],
    });
  });

  it("may have pages inside a payload", () => {
    const kiln = kilnOf(/* GraphQL */ `
      type Sheet {
        kilns: [Kiln!]!
        nextToken: String
      }
      type Found {
        sheet: Sheet
        problem: String
      }
      type Query {
        kiln(site: String!, name: String!): Kiln
        kilns(site: String!, token: String): Found!
      }
    `);

    expect(kiln).toMatchObject({
      list: [
        {
          arguments: { token: "$page" },
          items: "sheet.kilns",
          pages: { next: "sheet.nextToken" },
        },
      ],
    });
  });
});

it("may find an object by filtering a list by id, if there is no other read", () => {
  const schema = buildSchema(/* GraphQL */ `
    type Vat {
      id: ID!
      label: String!
      litres: Int!
      version: Int!
      reading: Reading
    }
    type Reading {
      celsius: Float
      phase: String
    }
    input ReadingInput {
      celsius: Float
      phase: String
    }
    input IDFilter {
      eq: ID
      in: [ID!]
    }
    input TextFilter {
      eq: String
    }
    input VatFilter {
      label: TextFilter
      id: IDFilter
    }
    type VatConnection {
      edges: [VatEdge!]!
      pageInfo: PageInfo!
    }
    type VatEdge {
      node: Vat!
    }
    type PageInfo {
      hasNextPage: Boolean!
      endCursor: String
    }
    type Query {
      vats(filter: VatFilter, first: Int, after: String): VatConnection!
    }
    type Mutation {
      fillVat(label: String!, litres: Int!): Vat!
      refillVat(id: ID!, version: Int!, litres: Int!): Vat!
      readVat(id: ID!, version: Int!, reading: ReadingInput!): Vat!
      drainVat(id: ID!): Boolean!
    }
  `);
  const { dialect } = inferDialect(schema, { name: "vats", namespaces: [] });
  const prepared = prepareDialect(schema, dialect);

  expect(dialect.kinds).toMatchObject([
    {
      paths: { name: "label", uid: "id", resourceVersion: "version", status: "reading" },
      operations: {
        read: [
          { field: "vats", arguments: { filter: { id: { eq: "$uid" } } }, result: "edges.node" },
        ],
        list: [{ field: "vats", arguments: { first: 100, after: "$page" }, items: "edges.node" }],
      },
    },
  ]);
  expect(prepared.problems).toEqual([]);
});

it("may identify an object in several ways; the one that most mutations share is its name", () => {
  const schema = buildSchema(/* GraphQL */ `
    scalar BigInt
    type Vat {
      nodeId: ID!
      id: BigInt!
      cellar: String!
      label: String!
      tags: [String!]
      litres: Int!
      revision: Int!
      changedIn: BigInt!
      reading: Reading
    }
    type Reading {
      celsius: Float
    }
    input ReadingInput {
      celsius: Float
    }
    input VatInput {
      cellar: String!
      label: String!
      tags: [String!]
      litres: Int!
    }
    input VatPatch {
      litres: Int
      tags: [String!]
    }
    input CreateVatInput {
      clientMutationId: String
      vat: VatInput!
    }
    input UpdateVatInput {
      nodeId: ID!
      changedIn: BigInt!
      vatPatch: VatPatch!
    }
    input UpdateVatByNameInput {
      cellar: String!
      label: String!
      changedIn: BigInt!
      vatPatch: VatPatch!
    }
    input RecordReadingInput {
      cellar: String!
      label: String!
      changedIn: BigInt!
      reading: ReadingInput!
    }
    type VatPayload {
      vat: Vat
      query: Query
    }
    type Query {
      query: Query!
      vat(nodeId: ID!): Vat
      vatById(id: BigInt!): Vat
      vatByCellarAndLabel(cellar: String!, label: String!): Vat
      allVats(first: Int): [Vat!]!
    }
    type Mutation {
      createVat(input: CreateVatInput!): VatPayload
      updateVat(input: UpdateVatInput!): VatPayload
      updateVatByCellarAndLabel(input: UpdateVatByNameInput!): VatPayload
      recordVatReading(input: RecordReadingInput!): VatPayload
    }
  `);
  const { kinds } = inferDialect(schema, { name: "vats", namespaces: ["deep"] }).dialect;

  expect(kinds).toHaveLength(1);
  expect(kinds[0]).toMatchObject({
    paths: {
      name: "label",
      namespace: "cellar",
      resourceVersion: "changedIn",
      generation: "revision",
      spec: { tags: "tags", litres: "litres" },
      status: "reading",
    },
    operations: { list: [{ field: "allVats" }] },
  });
  expect(kinds[0]?.paths.labels).toBeUndefined();
});

it.each(["TankKey!", "TankKey"])("may take exactly one of several keys in a %s", (input) => {
  const schema = buildSchema(/* GraphQL */ `
    type Tank {
      id: ID!
      name: String!
      rowVersion: Int!
      recipe: Recipe!
      measurement: Measurement
    }
    type Recipe {
      liters: Int!
    }
    type Measurement {
      sugar: Int
    }
    input RecipeInput {
      liters: Int!
    }
    input MeasurementInput {
      sugar: Int
    }
    input TankKey {
      id: ID
      name: String
    }
    type Query {
      tank(by: ${input}): Tank
      tanks: [Tank!]!
    }
    type Mutation {
      createTank(name: String!, recipe: RecipeInput!): Tank!
      changeTank(id: ID!, rowVersion: Int!, recipe: RecipeInput!): Tank!
      measureTank(id: ID!, rowVersion: Int!, measurement: MeasurementInput!): Tank!
      removeTank(id: ID!): Boolean!
    }
  `);
  const { dialect } = inferDialect(schema, { name: "tanks" });

  expect(dialect.kinds[0]?.operations.read).toMatchObject([
    { field: "tank", arguments: { by: { name: "$name" } } },
    { field: "tank", arguments: { by: { id: "$uid" } } },
  ]);
});

describe("engines over databases", () => {
  const schema = buildSchema(/* GraphQL */ `
    scalar bigint
    scalar numeric
    enum wheel_way {
      cw
      ccw
    }
    enum order_by {
      asc
      desc
    }
    type wheel {
      plant: String!
      code: String!
      id: ID!
      row_version: bigint!
      rpm: Int!
      way: wheel_way!
      note: String
      load: numeric
      turns: bigint
    }
    input wheel_insert_input {
      plant: String
      code: String
      rpm: Int
      way: wheel_way
      note: String
    }
    input wheel_set_input {
      rpm: Int
      way: wheel_way
      note: String
    }
    input wheel_report_input {
      load: numeric
      turns: bigint
    }
    input wheel_key_input {
      plant: String!
      code: String!
    }
    input text_exp {
      _eq: String
    }
    input wheel_exp {
      plant: text_exp
      code: text_exp
    }
    type Query {
      wheel(where: wheel_exp, limit: Int, offset: Int): [wheel!]!
      wheel_by_pk(plant: String!, code: String!): wheel
    }
    type Mutation {
      insert_wheel_one(object: wheel_insert_input!): wheel
      update_wheel_by_pk(key: wheel_key_input!, _set: wheel_set_input!, if_version: bigint!): wheel
      report_wheel(key: wheel_key_input!, _set: wheel_report_input!, if_version: bigint!): wheel
      delete_wheel_by_pk(plant: String!, code: String!): wheel
    }
    type Subscription {
      wheel(where: wheel_exp): [wheel!]!
      wheel_by_pk(plant: String!, code: String!): wheel
    }
  `);
  const { kinds } = inferDialect(schema, { name: "wheels", namespaces: ["north"] }).dialect;
  const [wheel] = kinds;

  it("are reported by the descriptions of their fields, and by the arguments of their writes", () => {
    expect(wheel?.paths).toMatchObject({
      name: "code",
      namespace: "plant",
      resourceVersion: "row_version",
      spec: { rpm: "rpm", way: "way", note: "note" },
      status: { load: "load", turns: "turns" },
    });
    expect(wheel?.operations).toMatchObject({
      create: [{ field: "insert_wheel_one", beside: "object" }],
      update: [{ field: "update_wheel_by_pk", arguments: { if_version: "$resourceVersion" } }],
      updateStatus: [{ field: "report_wheel", arguments: { if_version: "$resourceVersion" } }],
      delete: [{ field: "delete_wheel_by_pk" }],
      watch: [{ field: "wheel", shape: "collection" }],
    });
    expect(wheel?.operations.watch).toHaveLength(1);
  });

  it("contain the fields that every object has, although no input requires them", () => {
    expect(wheel?.samples.specs.map(({ way }) => way)).toEqual(["cw", "ccw", "cw"]);
  });

  it("count with whole numbers of a type of their own", () => {
    expect(wheel?.samples).toMatchObject({ counter: "turns", statuses: [{ turns: 1 }, {}, {}] });
  });
});

describe("objects that hold their owner", () => {
  const schema = buildSchema(/* GraphQL */ `
    type Site {
      id: ID!
      slug: String!
      locker(number: String!): Locker
      lockers: [Locker!]!
    }
    type Locker {
      id: ID!
      number: String!
      site: Site!
      resourceToken: String!
      plan: Plan!
      facts: Facts
    }
    type Plan {
      tariff: Int!
    }
    type Facts {
      parcels: Int
    }
    input PlanInput {
      tariff: Int!
    }
    input FactsInput {
      parcels: Int
    }
    input CreateInput {
      siteSlug: String!
      number: String!
      plan: PlanInput!
    }
    type LockerPayload {
      locker: Locker
    }
    type Query {
      site(slug: String!): Site
    }
    type Mutation {
      createLocker(input: CreateInput!): LockerPayload
      updateLocker(lockerId: ID!, ifMatch: String!, plan: PlanInput!): LockerPayload
      measureLocker(lockerId: ID!, ifMatch: String!, facts: FactsInput!): LockerPayload
      deleteLocker(lockerId: ID!): LockerPayload
    }
  `);

  it("are in the field that has its name, and in inputs in both fields", () => {
    const { kinds } = inferDialect(schema, { name: "lockers", namespaces: ["north"] }).dialect;
    const input = { siteSlug: "$namespace", number: "$name", plan: "$spec" };

    expect(kinds.map(({ name, paths }) => [name, paths.namespace])).toEqual([
      ["Locker", "site.slug"],
    ]);
    expect(kinds[0]?.operations).toMatchObject({
      create: [{ arguments: { input } }],
      read: [{ field: "site.locker", arguments: { slug: "$namespace", number: "$name" } }],
    });
    expect(kinds[0]?.operations.list).toContainEqual(
      expect.objectContaining({ field: "site.lockers", arguments: { slug: "$namespace" } }),
    );
  });
});
