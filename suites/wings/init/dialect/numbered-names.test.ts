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

/** The server numbers the objects, and lists require their ward. */
const pumps = (label: string): string => `
  type Query { pump(id: Int!): Pump  pumps(ward: String!): [Pump!]! }
  type Pump { id: Int! ward: String! ${label} version: Int! settings: Settings! reading: Reading }
  type Settings { rate: Int! drug: String }
  type Reading { flow: Int remark: String }
  input SettingsInput { rate: Int! drug: String }
  input ReadingInput { flow: Int remark: String }
  type Mutation {
    installPump(ward: String!, ${label} settings: SettingsInput!): Pump!
    adjustPump(id: Int!, version: Int!, settings: SettingsInput!): Pump!
    recordPump(id: Int!, version: Int!, reading: ReadingInput!): Pump!
    retirePump(id: Int!): Boolean
  }
`;

it.each(["label: String!", "label: String"])(
  "takes the key that every list requires for the namespace, next to %s",
  (label) => {
    const schema = buildSchema(pumps(label));
    const [kind] = inferDialect(schema, { name: "pumps", namespaces: ["icu"] }).dialect.kinds;

    expect(kind).toMatchObject({
      paths: { name: "label", namespace: "ward", uid: "id" },
      operations: {
        create: [{ arguments: { ward: "$namespace", label: "$name", settings: "$spec" } }],
        read: [{ arguments: { id: "$uid" } }],
        list: [{ arguments: { ward: "$namespace" } }],
      },
    });
  },
);

it("takes the key that every list requires for no name", () => {
  const { dialect } = inferDialect(buildSchema(pumps("")), { name: "pumps" });

  expect(dialect.kinds).toEqual([]);
});
