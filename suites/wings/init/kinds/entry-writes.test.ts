import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { inferDialect } from "./infer-dialect.ts";

/** Objects are read by place and name, but written by id. One mutation adds an entry to a list of the status. */
const lifts = (adding: string): string => `
  type Query { lift(site: String!, name: String!): Lift lifts(site: String!): [Lift!]! }
  type Lift {
    id: ID! site: String! name: String! rev: Int!
    plan: Plan! phase: Phase floor: Int notices: [Notice!]!
  }
  type Plan { speed: Int! floors: [Int!]! }
  input PlanInput { speed: Int! floors: [Int!]! }
  enum Phase { IDLE MOVING }
  type Notice { topic: String! text: String! }
  input NoticeInput { topic: String! text: String! }
  type Mutation {
    installLift(site: String!, name: String!, plan: PlanInput!): Lift!
    changePlan(id: ID!, rev: Int!, plan: PlanInput!): Lift!
    reportPhase(id: ID!, rev: Int!, phase: Phase!): Lift!
    reportFloor(id: ID!, rev: Int!, floor: Int!): Lift!
    ${adding}
    scrapLift(id: ID!, rev: Int): Lift!
  }
`;

it.each([
  "addNotice(id: ID!, rev: Int!, notice: NoticeInput!): Lift!",
  "addLiftNotice(id: ID!, notice: NoticeInput!): Lift!",
  "createNotice(site: String!, name: String!, rev: Int!, notice: NoticeInput!): Lift!",
])("does not mistake a mutation of an existing object for a creation: %s", (adding) => {
  const [kind] = inferDialect(buildSchema(lifts(adding)), { name: "lifts" }).dialect.kinds;

  expect(kind?.operations.create.map(({ id }) => id)).toEqual(["installLift"]);
});

it("recognizes a creation with a chosen key and an untyped spec", () => {
  const schema = buildSchema(`
    scalar Anything
    type Query { tank(yard: ID!, name: String!): Tank tanks(yard: ID!): [Tank!]! }
    type Tank {
      id: ID! yard: ID! name: String! rv: Int! generation: Int! litres: Int grade: String
      phase: String used: Int observedGeneration: Int
    }
    input AddTank { yard: ID! name: String! wish: Anything! }
    input ChangeTank { yard: ID! name: String! rv: Anything! wish: Anything! }
    input ReportTank {
      yard: ID! name: String! rv: Anything!
      phase: Anything used: Anything observedGeneration: Anything
    }
    input DropTank { yard: ID! name: String! }
    type Mutation {
      addTank(input: AddTank!): Tank!
      changeTank(input: ChangeTank!): Tank!
      reportTank(input: ReportTank!): Tank!
      dropTank(input: DropTank!): Tank!
    }
  `);
  const [kind] = inferDialect(schema, { name: "tanks" }).dialect.kinds;

  expect(kind?.operations.create.map(({ id }) => id)).toEqual(["addTank"]);
});
