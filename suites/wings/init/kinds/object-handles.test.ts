import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { inferDialect } from "./infer-dialect.ts";

const schema = buildSchema(/* GraphQL */ `
  scalar Long
  type Query {
    fleet: FleetQuery!
  }
  type FleetQuery {
    truck(depot: String!, plate: String!): Truck
    trucks(depot: String!): [Truck!]!
  }
  type Truck {
    depot: String!
    plate: String!
    mark: Long!
    task: Task!
    state: State
  }
  type Task {
    route: String!
  }
  type State {
    odometer: Int!
  }
  input TaskInput {
    route: String!
  }
  input StateInput {
    odometer: Int!
  }
  type Mutation {
    fleet: FleetMutation!
  }
  type FleetMutation {
    addTruck(depot: String!, plate: String!, task: TaskInput!): Truck!
    truck(depot: String!, plate: String!): TruckMutation!
  }
  type TruckMutation {
    assign(mark: Long!, task: TaskInput!): Truck!
    report(mark: Long!, state: StateInput!): Truck!
    scrap: Boolean!
  }
`);

it("finds the mutations of an object below the field that finds it", () => {
  const { dialect } = inferDialect(schema, { name: "trucks", namespaces: ["d"] });
  const [truck] = dialect.kinds;
  const key = { depot: "$namespace", plate: "$name" };

  expect(truck?.paths).toMatchObject({ resourceVersion: "mark", spec: "task", status: "state" });
  expect(truck?.operations).toMatchObject({
    create: [{ field: "fleet.addTruck", arguments: { ...key, task: "$spec" } }],
    read: [{ field: "fleet.truck", arguments: key }],
    update: [
      {
        field: "fleet.truck.assign",
        arguments: { ...key, mark: "$resourceVersion", task: "$spec" },
      },
    ],
    updateStatus: [
      {
        field: "fleet.truck.report",
        arguments: { ...key, mark: "$resourceVersion", state: "$status" },
      },
    ],
    delete: [{ field: "fleet.truck.scrap", arguments: key }],
  });
});
