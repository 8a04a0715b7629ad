import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { inferDialect } from "./infer-dialect.ts";

/** Returns the creations that are inferred. The schema also creates other types, whose inputs have a field `kind`. */
function creations(reads: string): readonly string[] {
  const schema = buildSchema(/* GraphQL */ `
    type Query {
      gear(name: String!): Gear
      gears: [Gear!]!
      gearNote(name: String!): GearNote
      ${reads}
    }
    type Mutation {
      createGear(object: GearInput!): Gear
      reportGear(name: String!, resourceVersion: String!, status: GearStatusInput!): Gear
      createGearBinding(object: BindingInput!): GearBinding
      createGearAccount(object: BindingInput!): AccountReply
      createGearNote(object: BindingInput!): GearNote
    }
    type GearNote { kind: String name: String! text: String }
    type GearBinding { metadata: Metadata! subject: String }
    type AccountReply { account: GearAccount }
    type GearAccount { metadata: Metadata! token: String }
    type Metadata { name: String! uid: ID! resourceVersion: String! }
    type Gear { kind: String metadata: Metadata! spec: GearSpec! status: GearStatus }
    type GearSpec { teeth: Int }
    type GearStatus { turns: Int }
    input MetadataInput { name: String! }
    input GearSpecInput { teeth: Int }
    input GearStatusInput { turns: Int }
    input GearInput { kind: String metadata: MetadataInput! spec: GearSpecInput! }
    input BindingInput { kind: String apiVersion: String metadata: MetadataInput! }
  `);
  const { dialect } = inferDialect(schema, { name: "test", namespaces: [] });
  const gear = dialect.kinds.find(({ name }) => name === "Gear");
  return gear?.operations.create.map(({ field }) => field) ?? [];
}

it.each([
  ["no query returns", ""],
  ["only a list returns", "gearBindings: [GearBinding!]! gearAccounts: [GearAccount!]!"],
  [
    "a query returns",
    "gearBinding(name: String!): GearBinding gearAccount(name: String!): GearAccount",
  ],
])("creates no objects of a kind with mutations of another type that %s", (_, reads) => {
  expect(creations(reads)).toEqual(["createGear"]);
});

it("leaves deletions that are named after another readable type to that type", () => {
  const schema = buildSchema(/* GraphQL */ `
    type Query {
      workOrder(name: String!): WorkOrder
      order(id: ID!): Order
      orders: [Order!]!
      orderLine(id: ID!): OrderLine
    }
    type Mutation {
      createWorkOrder(name: String!, plan: PlanInput!): WorkOrder!
      changeWorkOrder(name: String!, version: Int!, plan: PlanInput!): WorkOrder!
      reportWorkOrder(name: String!, version: Int!, progress: ProgressInput!): WorkOrder!
      deleteWorkOrder(name: String!): Boolean!
      createOrder(label: String!): Order!
      deleteOrder(id: ID!): Boolean!
      createOrderLine(label: String!): OrderLine!
      orderLineDelete(id: ID!): Boolean!
    }
    type WorkOrder {
      id: ID!
      name: String!
      version: Int!
      plan: Plan!
      progress: Progress
    }
    type Plan {
      steps: Int!
    }
    type Progress {
      step: Int
    }
    input PlanInput {
      steps: Int!
    }
    input ProgressInput {
      step: Int
    }
    type Order {
      id: ID!
      label: String!
    }
    type OrderLine {
      id: ID!
      label: String!
    }
  `);
  const { dialect } = inferDialect(schema, { name: "test", namespaces: [] });

  expect(dialect.kinds.map(({ name }) => name)).toEqual(["WorkOrder"]);
  expect(dialect.kinds[0]?.operations.delete.map(({ field }) => field)).toEqual([
    "deleteWorkOrder",
  ]);
});

it("marks operations that only names indicate as unconfirmed", () => {
  const schema = buildSchema(/* GraphQL */ `
    type Query {
      gear(name: String!): Gear
    }
    type Mutation {
      createGear(input: JSON!): Gear
      updateGear(input: JSON!): Gear
      updateGearStatus(name: String!, resourceVersion: String!, status: JSON!): Gear
      deleteGear(name: String!): Boolean
    }
    scalar JSON
    type Gear {
      metadata: Metadata!
      spec: JSON!
      status: JSON
    }
    type Metadata {
      name: String!
      uid: ID!
      resourceVersion: String!
    }
  `);
  const { guesses } = inferDialect(schema, { name: "test", namespaces: [] });
  const operations = guesses.filter(({ path }) => path[2] === "operations" && path.length === 5);

  expect(operations.map(({ path }) => path[3])).toEqual(
    expect.arrayContaining(["create", "update", "updateStatus", "delete"]),
  );
  expect(operations.filter(({ confidence }) => confidence === "high")).toEqual([]);
});
