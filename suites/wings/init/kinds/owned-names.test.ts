import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import type { KindDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";

interface Shape {
  /** The owner of an object, and the name of the object within it. */
  readonly place: string;
  readonly name: string;
  readonly reads?: string;
  readonly more?: string;
}

/** Objects with an id of the server, which reads, updates and deletions take. */
function kindWith({ place, name, reads = "", more = "" }: Shape): KindDialect | undefined {
  const schema = buildSchema(`
    type Query { getEngine(id: ID!): Engine  ${reads}  listEngines(filter: EngineFilter): EnginePage!  ${more} }
    type Engine { id: ID! ${place}: ID! ${name}: String! plan: Plan! facts: Facts _version: Int! }
    type EnginePage { items: [Engine!]! nextToken: String }
    input EngineFilter { ${place}: IdTest ${name}: TextTest }
    input IdTest { eq: ID ne: ID }
    input TextTest { eq: String beginsWith: String }
    type Depot { id: ID! label: String! }
    type DepotPage { items: [Depot!]! }
    type Plan { route: String! wagons: Int! }
    input PlanInput { route: String! wagons: Int! }
    type Facts { speed: Int at: String }
    type Mutation {
      createEngine(input: CreateEngine!): Engine
      updateEngine(input: UpdateEngine!): Engine
      reportEngine(input: ReportEngine!): Engine
      deleteEngine(input: DeleteEngine!): Engine
    }
    input CreateEngine { ${place}: ID! ${name}: String! plan: PlanInput! }
    input UpdateEngine { id: ID! _version: Int! plan: PlanInput }
    input ReportEngine { id: ID! _version: Int! speed: Int at: String }
    input DeleteEngine { id: ID! _version: Int! }
    type Subscription {
      onCreateEngine(filter: EngineFilter): Engine
      onUpdateEngine(filter: EngineFilter): Engine
      onDeleteEngine(filter: EngineFilter): Engine
    }
  `);
  return inferDialect(schema, { name: "railway" }).dialect.kinds.find(
    (kind) => kind.name === "Engine",
  );
}

const reads = "engineByCallsign(depot: ID!, callsign: String!): Engine";
const depots = "listDepots: DepotPage!";

it.each<{ readonly why: string; readonly shape: Partial<Shape> }>([
  { why: "the owner is an object of its own", shape: { more: depots } },
  { why: "an owner is listed, and objects are read by both", shape: { more: depots, reads } },
  { why: "a read is called after the name", shape: { reads } },
  {
    why: "the owner is called after its type and its id",
    shape: { place: "depotId", more: depots },
  },
])("finds the namespace and the name if $why", ({ shape }) => {
  const { place = "depot" } = shape;

  expect(kindWith({ name: "callsign", ...shape, place })?.paths).toMatchObject({
    namespace: place,
    name: "callsign",
    uid: "id",
  });
});

it("finds the owner after the name as well", () => {
  const kind = kindWith({ place: "callsign", name: "depot", more: depots });

  expect(kind?.paths).toMatchObject({ namespace: "depot", name: "callsign", uid: "id" });
});
