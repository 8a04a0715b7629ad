import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { inferDialect } from "./infer-dialect.ts";

const warehouses = buildSchema(/* GraphQL */ `
  type Query {
    warehouse(id: ID, slug: String): Warehouse
    warehouses: [Warehouse!]!
  }
  type Warehouse {
    id: ID!
    slug: String!
    etag: String!
    email: String!
    zones: [String!]!
    inventory: Inventory
  }
  type Inventory {
    pallets: Int
    issues: [String!]
  }
  input WarehouseCreateInput {
    slug: String!
    email: String!
    zones: [String!]!
  }
  input WarehouseUpdateInput {
    email: String!
    zones: [String!]!
  }
  input InventoryInput {
    pallets: Int
    issues: [String!]
  }
  type Mutation {
    warehouseCreate(input: WarehouseCreateInput!): Warehouse!
    warehouseUpdate(id: ID!, input: WarehouseUpdateInput!, expected: String): Warehouse!
    warehouseReport(id: ID!, inventory: InventoryInput!, expected: String): Warehouse!
    warehouseDelete(id: ID!): Warehouse!
  }
`);

it("uses no field that creations require as the version", () => {
  const { dialect } = inferDialect(warehouses, { name: "warehouses", namespaces: [] });
  const [warehouse] = dialect.kinds;

  expect(warehouse?.paths).toEqual({
    name: "slug",
    uid: "id",
    resourceVersion: "etag",
    spec: { email: "email", zones: "zones" },
    status: "inventory",
  });
  expect(warehouse?.operations).toMatchObject({
    create: [{ arguments: { input: { slug: "$name", $members: "$spec" } } }],
    update: [
      {
        arguments: { id: "$uid", input: { $members: "$spec" }, expected: "$resourceVersion" },
      },
    ],
    updateStatus: [
      { arguments: { id: "$uid", inventory: "$status", expected: "$resourceVersion" } },
    ],
    delete: [{ arguments: { id: "$uid" } }],
  });
});

function chargersWith(version: string, scalar = ""): ReturnType<typeof inferDialect>["dialect"] {
  const schema = buildSchema(/* GraphQL */ `
    ${scalar}
    type Query {
      chargerById(id: ID!): Charger
      chargers(depot: String): [Charger!]!
    }
    type Charger {
      id: ID!
      mark: ${version}!
      depot: String!
      name: String!
      settings: Settings!
      state: State
    }
    type Settings {
      amperes: Int!
    }
    type State {
      faults: [String!]
      delivered: Int
    }
    input SettingsInput {
      amperes: Int!
    }
    input StateInput {
      faults: [String!]
      delivered: Int
    }
    type Mutation {
      createCharger(depot: String!, name: String!, settings: SettingsInput!): Charger!
      updateCharger(id: ID!, mark: ${version}, settings: SettingsInput): Charger!
      reportCharger(id: ID!, mark: ${version}!, state: StateInput!): Charger!
      deleteCharger(id: ID!, mark: ${version}): Charger!
    }
  `);
  return inferDialect(schema, { name: "chargers", namespaces: [] }).dialect;
}

it.each([
  ["an opaque scalar of any name", "Opaque", "scalar Opaque"],
  ["bytes", "ByteArray", "scalar ByteArray"],
  ["a counter that is declared as a float", "Float", ""],
])("is %s, if every write but the creation takes it", (_, version, scalar) => {
  const [charger] = chargersWith(version, scalar).kinds;

  expect(charger?.paths).toMatchObject({
    name: "name",
    uid: "id",
    resourceVersion: "mark",
    spec: "settings",
    status: "state",
  });
  expect(charger?.operations).toMatchObject({
    update: [{ arguments: { id: "$uid", mark: "$resourceVersion", settings: "$spec" } }],
    updateStatus: [{ arguments: { id: "$uid", mark: "$resourceVersion", state: "$status" } }],
    delete: [{ arguments: { id: "$uid", mark: "$resourceVersion" } }],
  });
});

it("is bytes of a kind without a status, if an update and a deletion take them", () => {
  const schema = buildSchema(/* GraphQL */ `
    scalar ByteArray
    type Query {
      reagentById(id: ID!): Reagent
      reagents(depot: String): [Reagent!]!
    }
    type Reagent {
      id: ID!
      rowVersion: ByteArray!
      depot: String!
      name: String!
      supplier: String!
      millilitres: Int!
    }
    input ChangeInput {
      id: ID!
      rowVersion: ByteArray!
      supplier: String!
      millilitres: Int!
    }
    type Mutation {
      createReagent(depot: String!, name: String!, supplier: String!, millilitres: Int!): Reagent!
      updateReagent(input: ChangeInput!): Reagent!
      deleteReagent(id: ID!, rowVersion: ByteArray): Reagent!
    }
  `);
  const { kinds } = inferDialect(schema, { name: "reagents", namespaces: [] }).dialect;

  expect(kinds).toMatchObject([
    {
      paths: {
        name: "name",
        resourceVersion: "rowVersion",
        spec: { supplier: "supplier", millilitres: "millilitres" },
      },
      operations: {
        update: [{ arguments: { input: { id: "$uid", rowVersion: "$resourceVersion" } } }],
        updateStatus: [],
        delete: [{ arguments: { id: "$uid", rowVersion: "$resourceVersion" } }],
      },
    },
  ]);
});

it("is no content that one mutation writes and another one writes with more", () => {
  const schema = buildSchema(/* GraphQL */ `
    scalar Content
    type Query {
      chargerById(id: ID!): Charger
      chargers(depot: String): [Charger!]!
    }
    type Charger {
      id: ID!
      version: Int!
      depot: String!
      name: String!
      settings: Content!
      state: Content
    }
    type Mutation {
      createCharger(depot: String!, name: String!, settings: Content!): Charger!
      updateCharger(id: ID!, version: Int!, settings: Content, state: Content): Charger!
      reportCharger(id: ID!, version: Int!, state: Content!): Charger!
      deleteCharger(id: ID!, version: Int): Charger!
    }
  `);
  const { kinds } = inferDialect(schema, { name: "chargers", namespaces: [] }).dialect;

  expect(kinds).toMatchObject([
    { paths: { resourceVersion: "version", spec: "settings", status: "state" } },
  ]);
});

it("does not take the only content of the only write for a version", () => {
  const schema = buildSchema(/* GraphQL */ `
    type Query {
      building(id: ID!): Building
      buildings: [Building!]!
    }
    type Building {
      id: ID!
      title: String!
    }
    type Mutation {
      openBuilding(id: ID!, title: String!): Building!
    }
  `);

  expect(inferDialect(schema, { name: "buildings", namespaces: [] }).dialect.kinds).toEqual([]);
});
