import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { prepareDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";

/** A schema in which the caller is the owner of all objects, and mutations return unions. */
const schema = buildSchema(/* GraphQL */ `
  interface Entity {
    gid: ID!
  }
  type Query {
    viewer: Viewer
    entity(gid: ID!): Entity
  }
  type Viewer {
    login: String!
    farms: [Farm!]!
    plot(at: PlotLocator!): Plot
    plots(farm: ID!, size: Int = 25, from: String): PlotPage!
  }
  type Farm {
    id: ID!
    title: String!
  }
  type PlotPage {
    plots: [Plot!]!
    next: String
  }
  input PlotLocator @oneOf {
    gid: ID
    code: PlotCode
  }
  input PlotCode {
    farm: ID!
    code: String!
  }
  type Plot implements Entity {
    gid: ID!
    farm: ID!
    code: String!
    etag: String!
    createdAt: String!
    plan: Plan!
    observation: Observation
    stages: [StageEntry!]!
  }
  type StageEntry {
    stage: String!
    since: String!
  }
  type Plan {
    rows: Int!
  }
  type Observation {
    litres: Int!
  }
  input PlanInput {
    rows: Int!
  }
  input ObservationInput {
    litres: Int!
  }
  union PlotResult = PlotSuccess | PlotChanged
  type PlotSuccess {
    plot: Plot!
  }
  type PlotChanged {
    message: String!
    currentEtag: String!
  }
  type Mutation {
    viewer: ViewerMutation
  }
  type ViewerMutation {
    planPlot(farm: ID!, code: String!, plan: PlanInput!): PlotResult!
    replanPlot(gid: ID!, etag: String!, plan: PlanInput!): PlotResult!
    recordObservation(gid: ID!, etag: String!, observation: ObservationInput!): PlotResult!
    clearPlot(gid: ID!, etag: String): PlotResult!
  }
  enum PlotEventType {
    PLANNED
    REPLANNED
    OBSERVED
    CLEARED
  }
  type PlotEvent {
    type: PlotEventType!
    plot: Plot!
  }
  type PlotBatch {
    cursor: String!
    events: [PlotEvent!]!
  }
  type Subscription {
    plotUpdates(farm: ID!, after: String): PlotBatch
  }
`);
const { dialect } = inferDialect(schema, { name: "plots", namespaces: ["a"] });
const [plot] = dialect.kinds;

it("finds the objects of the caller whose mutations return unions", () => {
  expect(plot).toMatchObject({
    paths: { name: "code", namespace: "farm", uid: "gid", resourceVersion: "etag" },
    operations: {
      read: [
        {
          field: "viewer.plot",
          arguments: { at: { code: { farm: "$namespace", code: "$name" } } },
        },
        { field: "entity", arguments: { gid: "$uid" } },
      ],
      list: [{ field: "viewer.plots", items: "plots" }],
      updateStatus: [{ field: "viewer.recordObservation", result: "plot" }],
      delete: [{ field: "viewer.clearPlot" }],
    },
  });
  expect(plot?.operations.list).toHaveLength(1);
  expect(prepareDialect(schema, dialect).problems).toEqual([]);
});

it("finds batches of events whose types have no common names", () => {
  expect(plot?.operations.watch).toMatchObject([
    { field: "plotUpdates", events: "events", object: "plot", cursor: "cursor" },
  ]);
});
