import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { prepareDialect } from "#targets/graphql";
import { inferDialect } from "../kinds/infer-dialect.ts";

const lockers = (given: string): string => `
  type Query { locker(hall: String!, number: Int!): Locker  lockers(hall: String!): [Locker!]! }
  type Locker { hall: String! number: Int! id: ID! revision: Int! wish: Wish! state: State }
  type Wish { size: Size! label: String }
  type State { lock: Lock occupied: Boolean }
  enum Size { SMALL LARGE }
  enum Lock { OPEN CLOSED }
  input WishInput { size: Size label: String }
  input StateInput { lock: Lock occupied: Boolean }
  type Mutation {
    installLocker(hall: String!, ${given} wish: WishInput!): Locker!
    changeLocker(hall: String!, number: Int!, revision: Int!, wish: WishInput!): Locker!
    reportLocker(hall: String!, number: Int!, revision: Int!, state: StateInput!): Locker!
    removeLocker(hall: String!, number: Int!, revision: Int): Locker!
  }
`;

it("names objects by numbers if the caller chooses them", () => {
  const schema = buildSchema(lockers("number: Int!,"));
  const { dialect } = inferDialect(schema, { name: "lockers", namespaces: ["north"] });
  const [kind] = dialect.kinds;
  const key = { hall: "$namespace", number: "$name" };

  expect(kind).toMatchObject({
    paths: { name: "number", namespace: "hall", uid: "id", spec: "wish", status: "state" },
    numbers: { from: 1, to: 2_147_483_647 },
    operations: {
      create: [{ id: "installLocker", arguments: { ...key, wish: "$spec" } }],
      read: [{ id: "locker", arguments: key }],
      update: [{ id: "changeLocker", arguments: { ...key, revision: "$resourceVersion" } }],
      updateStatus: [{ id: "reportLocker", arguments: { ...key, state: "$status" } }],
      delete: [{ id: "removeLocker", arguments: key }],
    },
  });
  expect(prepareDialect(schema, dialect).problems).toEqual([]);
});

it("names no object by a number that the server chooses", () => {
  const { dialect } = inferDialect(buildSchema(lockers("")), { name: "lockers" });
  expect(dialect.kinds.filter(({ numbers }) => numbers !== undefined)).toEqual([]);
});
