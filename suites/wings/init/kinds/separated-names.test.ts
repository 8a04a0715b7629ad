import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import type { KindDialect } from "#targets/graphql";
import { prepareDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";

function kindIn(sdl: string): KindDialect | undefined {
  const schema = buildSchema(sdl);
  const { dialect } = inferDialect(schema, { name: "names" });
  expect(prepareDialect(schema, dialect).problems).toEqual([]);
  return dialect.kinds[0];
}

it("recognizes usual names in snake case, as in schemas that are generated from OpenAPI", () => {
  const kind = kindIn(`
    scalar JSON
    type Query {
      get_v1_drones(limit: Int, page_token: String): DroneList
      get_v1_drones_by_drone_id(drone_id: String!): Drone
    }
    type DroneList { items: [Drone] next_page_token: String resource_version: String }
    type Drone {
      drone_id: String resource_version: String created_at: String
      config: Config report: Report
    }
    type Config { altitude: Int }
    type Report { battery: Int }
    input ConfigInput { altitude: Int }
    input ReportInput { battery: Int }
    input PostInput { drone_id: String! config: ConfigInput! }
    input PutInput { resource_version: String! config: ConfigInput! }
    input PutReportInput { resource_version: String! report: ReportInput! }
    type Mutation {
      post_v1_drones(input: PostInput): Drone
      put_v1_drones_by_drone_id(drone_id: String!, input: PutInput): Drone
      put_v1_drones_by_drone_id_report(
        drone_id: String!, input: PutReportInput, client_mutation_id: String, dry_run: Boolean
      ): Drone
      delete_v1_drones_by_drone_id(drone_id: String!): JSON
    }
  `);

  expect(kind).toMatchObject({
    paths: {
      name: "drone_id",
      resourceVersion: "resource_version",
      creationTimestamp: "created_at",
      spec: "config",
      status: "report",
    },
    operations: {
      list: [
        {
          arguments: { page_token: "$page", limit: 100 },
          resourceVersion: "resource_version",
          pages: { next: "next_page_token" },
        },
      ],
      updateStatus: [
        {
          arguments: {
            drone_id: "$name",
            input: { resource_version: "$resourceVersion", report: "$status" },
            dry_run: "$dryRun",
          },
        },
      ],
    },
  });
});

it("recognizes usual names with a leading underscore", () => {
  const kind = kindIn(`
    type Query {
      barrel(label: String!): Barrel
      barrels(_size: Int, _cursor: String): BarrelPage!
    }
    type BarrelPage { data: [Barrel]! after: String before: String }
    type Barrel { _id: ID! _version: String! label: String! liters: Int! sensor: Sensor }
    type Sensor { level: Int }
    input SensorInput { level: Int }
    type Mutation {
      createBarrel(label: String!, liters: Int!): Barrel!
      updateBarrel(label: String!, _version: String!, liters: Int!): Barrel
      reportBarrel(label: String!, _version: String!, sensor: SensorInput!): Barrel
      deleteBarrel(label: String!): Boolean
    }
  `);

  expect(kind?.paths).toMatchObject({ uid: "_id", resourceVersion: "_version", name: "label" });
  expect(kind?.operations.list).toMatchObject([
    { arguments: { _cursor: "$page" }, items: "data", pages: { next: "after" } },
  ]);
});

it("sends an id only to the input with its name if a filter also takes another id", () => {
  const kind = kindIn(`
    scalar UUID
    type Query { node(nodeId: ID!): Node kilns(first: Int, after: String, filter: Filter): Kilns }
    interface Node { nodeId: ID! }
    type Kilns { edges: [KilnEdge!]! pageInfo: PageInfo! }
    type KilnEdge { cursor: String! node: Kiln! }
    type PageInfo { endCursor: String hasNextPage: Boolean! }
    type Kiln implements Node {
      nodeId: ID! id: UUID! name: String! revision: Int! target: Int! actual: Int door: String
    }
    input UuidFilter { eq: UUID } input IdFilter { eq: ID } input TextFilter { eq: String }
    input IntFilter { eq: Int }
    input Filter { id: UuidFilter nodeId: IdFilter name: TextFilter revision: IntFilter }
    input InsertInput { name: String target: Int }
    input UpdateInput { target: Int }
    input ReportInput { actual: Int door: String }
    type Changed { affectedCount: Int! records: [Kiln!]! }
    type Mutation {
      insertKilns(objects: [InsertInput!]!): Changed
      updateKilns(set: UpdateInput!, filter: Filter): Changed
      reportKilns(set: ReportInput!, filter: Filter): Changed
      deleteKilns(filter: Filter): Changed
    }
  `);

  expect(kind?.paths.uid).toBe("nodeId");
  expect(kind?.operations.updateStatus).toMatchObject([
    { arguments: { set: { $members: "$status" } } },
  ]);
  expect(kind?.operations.updateStatus[0]?.arguments["filter"]).toEqual({
    nodeId: { eq: "$uid" },
    revision: { eq: "$resourceVersion" },
  });
});

it("prefers the usual name of a version among the fields that filters compare", () => {
  const kind = kindIn(`
    type Query { kiln(name: String!): Kiln kilns: [Kiln!]! }
    type Kiln {
      id: ID! name: String! schemaVersion: Int! version: Int! target: Int! actual: Int door: String
    }
    input IntFilter { equals: Int gt: Int }
    input TextFilter { equals: String }
    input Where { name: TextFilter schemaVersion: IntFilter version: IntFilter }
    input Change { target: Int }
    input Report { actual: Int door: String }
    type Mutation {
      createKiln(name: String!, target: Int!): Kiln!
      updateOneKiln(where: Where!, data: Change!): Kiln
      updateOneKilnReport(where: Where!, data: Report!): Kiln
      deleteOneKiln(where: Where!): Kiln
    }
  `);

  expect(kind?.paths.resourceVersion).toBe("version");
});
