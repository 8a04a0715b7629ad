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
