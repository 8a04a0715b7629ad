import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { inferDialect } from "./infer-dialect.ts";

function entriesWith({ creation, others }: { creation: string; others: string }) {
  return buildSchema(/* GraphQL */ `
    type Query {
      entry(id: String!, environmentId: String!): Entry
      entries(environmentId: String!): [Entry!]!
    }
    type Sys {
      id: String!
      environmentId: String!
      version: Int!
    }
    type Entry {
      sys: Sys!
      title: String!
      body: String!
      review: Review
    }
    type Review {
      score: Int
      comment: String
    }
    input EntryFields {
      body: String!
      ${others}
    }
    input ReviewFields {
      score: Int
      comment: String
    }
    type Mutation {
      createEntry(${creation}, environmentId: String!, fields: EntryFields!): Entry!
      updateEntry(id: String!, environmentId: String!, fields: EntryFields!, version: Int!): Entry!
      reviewEntry(id: String!, environmentId: String!, review: ReviewFields!, version: Int!): Entry!
      deleteEntry(id: String!, environmentId: String!): Entry
    }
  `);
}

it("uses a client-chosen id as the name, next to a namespace", () => {
  const schema = entriesWith({ creation: "id: String!", others: "title: String!" });
  const [entry] = inferDialect(schema, { name: "entries", namespaces: ["main"] }).dialect.kinds;
  const key = { id: "$name", environmentId: "$namespace" };

  expect(entry?.paths).toMatchObject({
    name: "sys.id",
    namespace: "sys.environmentId",
    resourceVersion: "sys.version",
    spec: { title: "title", body: "body" },
    status: "review",
  });
  expect(entry?.operations).toMatchObject({
    create: [{ arguments: { ...key, fields: { $members: "$spec" } } }],
    read: [{ arguments: key }],
    list: [{ arguments: { environmentId: "$namespace" }, perNamespace: true }],
    update: [{ arguments: { ...key, version: "$resourceVersion" } }],
    updateStatus: [{ arguments: { ...key, review: "$status", version: "$resourceVersion" } }],
    delete: [{ arguments: key }],
  });
});

it("finds the name of objects in a namespace with a server-assigned id", () => {
  const schema = entriesWith({ creation: "title: String!", others: "" });
  const [entry] = inferDialect(schema, { name: "entries", namespaces: ["main"] }).dialect.kinds;
  const key = { id: "$uid", environmentId: "$namespace" };

  expect(entry?.paths).toMatchObject({
    name: "title",
    uid: "sys.id",
    namespace: "sys.environmentId",
  });
  expect(entry?.operations).toMatchObject({
    create: [{ arguments: { title: "$name", environmentId: "$namespace" } }],
    read: [{ arguments: key }],
    update: [{ arguments: { ...key, version: "$resourceVersion" } }],
    delete: [{ arguments: key }],
  });
});

it("takes the id of an owner for the namespace where objects have an id of their own", () => {
  const schema = buildSchema(/* GraphQL */ `
    type Query {
      studios: [Studio!]!
      node(id: ID!): Node
      kiln(studioId: ID!, slug: String!): Kiln
      kilns(studioId: ID!): [Kiln!]!
    }
    interface Node {
      id: ID!
    }
    type Studio {
      id: ID!
      name: String!
    }
    type Kiln implements Node {
      id: ID!
      studio: Studio!
      slug: String!
      updatedAt: String!
      firing: Firing!
      observed: Observed
    }
    type Firing {
      cone: Int
    }
    type Observed {
      temperature: Int
    }
    input FiringInput {
      cone: Int
    }
    input ObservedInput {
      temperature: Int
    }
    type Mutation {
      lightKiln(studioId: ID!, slug: String!, firing: FiringInput!): Kiln!
      refireKiln(id: ID!, expectedUpdatedAt: String, firing: FiringInput!): Kiln!
      observeKiln(id: ID!, expectedUpdatedAt: String!, observed: ObservedInput!): Kiln!
      demolishKiln(id: ID!, expectedUpdatedAt: String): ID!
    }
  `);
  const [kiln] = inferDialect(schema, { name: "kilns", namespaces: ["main"] }).dialect.kinds;

  expect(kiln?.paths).toMatchObject({ name: "slug", uid: "id", namespace: "studio.id" });
  expect(kiln?.operations).toMatchObject({
    create: [{ arguments: { studioId: "$namespace", slug: "$name", firing: "$spec" } }],
    read: [
      { arguments: { studioId: "$namespace", slug: "$name" } },
      { field: "node", arguments: { id: "$uid" } },
    ],
    list: [{ arguments: { studioId: "$namespace" }, perNamespace: true }],
    update: [{ arguments: { id: "$uid", expectedUpdatedAt: "$resourceVersion" } }],
  });
});

it("uses the number of an owner as the namespace, next to a global id and a label", () => {
  const schema = buildSchema(/* GraphQL */ `
    type Query {
      barnByFarmIdAndLabel(farmId: Int!, label: String!): Barn
      barn(nodeId: ID!): Barn
      allBarns(first: Int, after: String, condition: BarnCondition): Barns!
    }
    input BarnCondition {
      farmId: Int
      label: String
    }
    type Barns {
      nodes: [Barn!]!
    }
    type Barn {
      nodeId: ID!
      rowId: Int!
      farmId: Int!
      label: String!
      rowVersion: String!
      wishes: Int!
      stalls: Int!
      state: BarnState
    }
    type BarnState {
      cows: Int
    }
    input BarnStateInput {
      cows: Int
    }
    input BarnInput {
      farmId: Int!
      label: String!
      stalls: Int!
    }
    input BarnPatch {
      stalls: Int
    }
    type Mutation {
      createBarn(barn: BarnInput!): Barn!
      updateBarn(nodeId: ID!, rowVersion: String, patch: BarnPatch!): Barn!
      updateBarnByFarmIdAndLabel(
        farmId: Int!
        label: String!
        rowVersion: String
        patch: BarnPatch!
      ): Barn!
      reportBarn(barnNodeId: ID!, ifRowVersion: String!, state: BarnStateInput!): Barn!
      deleteBarn(nodeId: ID!): Barn
    }
  `);
  const [barn] = inferDialect(schema, { name: "barns" }).dialect.kinds;

  expect(barn?.paths).toMatchObject({
    name: "label",
    namespace: "farmId",
    uid: "nodeId",
    generation: "wishes",
    resourceVersion: "rowVersion",
    spec: { stalls: "stalls" },
    status: "state",
  });
  expect(barn?.namespaces).toEqual(["1"]);
  expect(barn?.operations).toMatchObject({
    create: [{ arguments: { barn: { farmId: "$namespace", label: "$name" } } }],
    read: [
      { arguments: { farmId: "$namespace", label: "$name" } },
      { arguments: { nodeId: "$uid" } },
    ],
    list: [{ arguments: { condition: { farmId: "$namespace" } } }],
    updateStatus: [{ arguments: { barnNodeId: "$uid", ifRowVersion: "$resourceVersion" } }],
  });
});

it("takes the name of the owner for the namespace, if objects show the owner's key", () => {
  const schema = buildSchema(/* GraphQL */ `
    type Query {
      quarry(slug: String!): Quarry
    }
    type Quarry {
      slug: String!
      crusher(name: String!): Crusher
      crushers(first: Int): [Crusher!]!
    }
    type Crusher {
      id: ID!
      databaseId: Int!
      quarrySlug: String!
      name: String!
      lockVersion: Int!
      speed: Float!
      load: Int
    }
    input CreateCrusher {
      quarry: String!
      name: String!
      speed: Float!
    }
    input UpdateCrusher {
      id: ID!
      lockVersion: Int
      speed: Float
    }
    input ReportCrusher {
      id: ID!
      lockVersion: Int!
      load: Int
    }
    type Mutation {
      createCrusher(input: CreateCrusher!): Crusher
      updateCrusher(input: UpdateCrusher!): Crusher
      reportCrusher(input: ReportCrusher!): Crusher
      deleteCrusher(id: ID!): Crusher
    }
  `);
  const { kinds } = inferDialect(schema, { name: "quarries" }).dialect;
  const crusher = kinds.find(({ name }) => name === "Crusher");

  expect(crusher?.paths).toMatchObject({ namespace: "quarrySlug" });
  expect(crusher?.paths.generation).toBeUndefined();
  expect(crusher?.operations.create).toMatchObject([
    { arguments: { input: { quarry: "$namespace", name: "$name", speed: "$spec.speed" } } },
  ]);
});

function boatsWith({ read, list }: { readonly read: string; readonly list: string }) {
  return buildSchema(/* GraphQL */ `
    type Query {
      boat(${read}, name: String!): Boat
      boats(${list}): [Boat!]!
    }
    type Meta { name: String! namespace: String! resourceVersion: String! }
    type Boat { metadata: Meta! spec: BoatSpec! status: BoatStatus }
    type BoatSpec { sails: Int! }
    type BoatStatus { knots: Int }
    input BoatSpecInput { sails: Int! }
    input BoatStatusInput { knots: Int }
    type Mutation {
      createBoat(namespace: String = "default", name: String!, spec: BoatSpecInput!): Boat!
      updateBoat(namespace: String = "default", name: String!, resourceVersion: String!, spec: BoatSpecInput!): Boat!
      updateBoatStatus(namespace: String = "default", name: String!, resourceVersion: String!, status: BoatStatusInput!): Boat!
      deleteBoat(namespace: String = "default", name: String!): Boolean
    }
    type Subscription { boatEvents(namespace: String!): BoatEvent! }
    enum EventType { ADDED MODIFIED DELETED }
    type BoatEvent { type: EventType! object: Boat! }
  `);
}

it("finds a namespace that reads accept without requiring it", () => {
  const schema = boatsWith({ read: 'namespace: String = "default"', list: "namespace: String" });
  const [boat] = inferDialect(schema, { name: "boats" }).dialect.kinds;
  const key = { namespace: "$namespace", name: "$name" };

  expect(boat).toMatchObject({
    scope: "namespaced",
    namespaces: ["default"],
    paths: { namespace: "metadata.namespace" },
    operations: {
      create: [{ arguments: key }],
      read: [{ arguments: key }],
      list: [{ arguments: { namespace: "$namespace" } }],
      updateStatus: [{ arguments: key }],
      delete: [{ arguments: key }],
      watch: [{ arguments: { namespace: "$namespace" } }],
    },
  });
});

it("finds no namespace that the list of all objects does not accept", () => {
  const schema = boatsWith({ read: "namespace: String", list: "limit: Int" });
  const [boat] = inferDialect(schema, { name: "boats" }).dialect.kinds;

  expect(boat?.scope).toBe("cluster");
});

it("sends labels and annotations in a text with the whole object, except in a status write", () => {
  const schema = buildSchema(/* GraphQL */ `
    scalar Map
    type Query {
      boat(namespace: String, name: String!): Boat
      boats(namespace: String): [Boat!]!
    }
    type Meta {
      name: String!
      namespace: String!
      resourceVersion: String!
      labels: Map
      annotations: Map
    }
    type Boat {
      metadata: Meta!
      spec: BoatSpec!
      status: BoatStatus
    }
    type BoatSpec {
      sails: Int!
    }
    type BoatStatus {
      knots: Int
    }
    type Mutation {
      createBoat(namespace: String, object: String!): Boat!
      updateBoat(namespace: String, name: String!, object: String!): Boat!
      updateBoatStatus(namespace: String, name: String!, object: String!): Boat!
      deleteBoat(namespace: String, name: String!): Boolean
    }
  `);
  const [boat] = inferDialect(schema, { name: "boats" }).dialect.kinds;
  const key = { name: "$name", namespace: "$namespace" };
  const metadata = { ...key, labels: "$labels", annotations: "$annotations" };
  const resourceVersion = "$resourceVersion";

  expect(boat?.operations).toMatchObject({
    create: [{ arguments: { object: { $jsonText: { metadata } } } }],
    update: [
      { arguments: { object: { $jsonText: { metadata: { ...metadata, resourceVersion } } } } },
    ],
    updateStatus: [{ arguments: { object: { $jsonText: { status: "$status" } } } }],
  });
  expect(boat?.operations.updateStatus[0]?.arguments).toEqual({
    ...key,
    object: { $jsonText: { metadata: { ...key, resourceVersion }, status: "$status" } },
  });
});

it.each([
  "fleet: String! callsign: String! serial: ID",
  "serial: ID callsign: String! fleet: String!",
  "callsign: String! serial: ID fleet: String!",
])("takes the required key of a reference for the name, in any order: %s", (keys) => {
  const schema = buildSchema(/* GraphQL */ `
    type Query {
      robot(ref: RefInput!): Robot
      robots(fleet: String!): [Robot!]!
    }
    type Ref {
      fleet: String!
      callsign: String!
      serial: ID!
    }
    type Robot {
      ref: Ref!
      revision: Int!
      mission: Mission!
      health: Health
    }
    type Mission {
      goal: String!
    }
    type Health {
      batteryPercent: Int
    }
    input RefInput { ${keys} }
    input MissionInput {
      goal: String!
    }
    input HealthInput {
      batteryPercent: Int
    }
    type Mutation {
      enlistRobot(fleet: String!, callsign: String!, mission: MissionInput!): Robot
      reviseRobot(ref: RefInput!, revision: Int!, mission: MissionInput!): Robot
      reportHealth(ref: RefInput!, revision: Int!, health: HealthInput!): Robot
      retireRobot(ref: RefInput!, revision: Int): Robot
    }
  `);
  const [robot] = inferDialect(schema, { name: "robots", namespaces: ["a"] }).dialect.kinds;

  expect(robot?.paths).toMatchObject({
    name: "ref.callsign",
    namespace: "ref.fleet",
    uid: "ref.serial",
    spec: "mission",
    status: "health",
  });
});
