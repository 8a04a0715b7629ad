import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { prepareDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";
import { ownerLists } from "../operations/owner-namespaces.ts";

const lockersIn = (creation: string, listed: string): string => /* GraphQL */ `
  type Channel {
    id: ID!
    name: String!
    slug: String!
  }
  type Locker {
    id: ID!
    slug: String!
    channel: Channel!
    revision: Int!
    compartments: Int!
    street: String
    status: LockerStatus
  }
  type LockerStatus {
    occupied: Int
  }
  input LockerCreateInput {
    ${creation}
    slug: String!
    compartments: Int!
    street: String
  }
  input LockerInput {
    compartments: Int
    street: String
  }
  input LockerStatusInput {
    occupied: Int
  }
  type Query {
    channels: [Channel!]
    locker(id: ID, slug: String, channel: String): Locker
    lockers(${listed} first: Int): [Locker!]!
  }
  type Mutation {
    lockerCreate(input: LockerCreateInput!): Locker
    lockerUpdate(id: ID!, revision: Int!, input: LockerInput!): Locker
    lockerStatusUpdate(id: ID!, revision: Int!, input: LockerStatusInput!): Locker
    lockerDelete(id: ID!, revision: Int): Locker
  }
  type Subscription {
    lockerEvents(channels: [String!]): LockerEvent
  }
  type LockerEvent {
    change: Change!
    locker: Locker!
  }
  enum Change {
    CREATED
    UPDATED
    DELETED
  }
`;

it("is the namespace if creations require it by the name of the relation and lists filter by it", () => {
  const schema = buildSchema(lockersIn("channel: String!", "channel: String"));
  const { dialect } = inferDialect(schema, { name: "lockers", namespaces: ["web"] });
  const [locker] = dialect.kinds;

  expect(locker).toMatchObject({
    scope: "namespaced",
    paths: {
      name: "slug",
      namespace: "channel.slug",
      uid: "id",
      resourceVersion: "revision",
      spec: { compartments: "compartments", street: "street" },
      status: "status",
    },
    operations: {
      create: [
        { arguments: { input: { channel: "$namespace", slug: "$name", $members: "$spec" } } },
      ],
      list: [{ arguments: { channel: "$namespace" } }],
      update: [{ arguments: { id: "$uid", revision: "$resourceVersion" } }],
      watch: [{ arguments: { channels: "$namespace" } }],
    },
  });
  expect(locker?.operations.read).toMatchObject([
    { arguments: { slug: "$name", channel: "$namespace" } },
    { arguments: { id: "$uid" } },
  ]);
  expect(prepareDialect(schema, dialect).problems).toEqual([]);
  expect(locker && ownerLists(schema, locker)).toMatchObject([{ type: "Channel", leaf: "slug" }]);
});

it("is sent in a list whose name is an irregular plural", () => {
  const sdl = lockersIn("factory: String!", "factory: String")
    .replaceAll("channels", "factories")
    .replaceAll("channel", "factory")
    .replaceAll("Channel", "Factory");
  const { dialect } = inferDialect(buildSchema(sdl), { name: "lockers", namespaces: ["web"] });

  expect(dialect.kinds[0]?.operations.watch).toMatchObject([
    { arguments: { factories: "$namespace" } },
  ]);
});

it.each([
  ["optional at creation", "channel: String", "channel: String"],
  ["not a filter of lists", "channel: String!", ""],
])("is not the namespace if it is %s", (_, creation, listed) => {
  const schema = buildSchema(lockersIn(creation, listed));
  const { dialect } = inferDialect(schema, { name: "lockers", namespaces: ["web"] });

  expect(dialect.kinds).toMatchObject([{ paths: { name: "slug", uid: "id" } }]);
  expect(dialect.kinds[0]?.paths.namespace).toBeUndefined();
});

const stagesOf = (key: string, word: string): string => /* GraphQL */ `
  type Project {
    id: ID!
    path: String!
    ${key}: ID!
    stages(first: Int, after: String): StagePage!
  }
  type StagePage {
    nodes: [Stage!]!
    endCursor: String
  }
  type Stage {
    id: ID!
    name: String!
    lockVersion: Int!
    image: String!
    project: Project
    progress: Progress
  }
  type Progress {
    pods: Int
  }
  input ProgressInput {
    pods: Int
  }
  type StagePayload {
    errors: [String!]!
    stage: Stage
  }
  type Query {
    project(${key}: ID!): Project
    projects: [Project!]!
    stage(id: ID!): Stage
  }
  type Mutation {
    stageCreate(${word}: ID!, name: String!, image: String!): StagePayload
    stageUpdate(id: ID!, lockVersion: Int, image: String): StagePayload
    stageProgress(id: ID!, lockVersion: Int!, progress: ProgressInput!): StagePayload
    stageDestroy(id: ID!): StagePayload
  }
  type Subscription {
    stageUpdated(${word}: ID!): Stage
  }
`;

it.each([
  ["fullPath", "projectPath"],
  ["key", "projectKey"],
  ["globalIdentifier", "project"],
])("is the namespace if the owner of lists is found by %s and creations take %s", (key, word) => {
  const schema = buildSchema(stagesOf(key, word));
  const { dialect } = inferDialect(schema, { name: "stages", namespaces: ["web/shop"] });
  const [stage] = dialect.kinds;

  expect(stage).toMatchObject({
    scope: "namespaced",
    paths: { name: "name", namespace: `project.${key}`, uid: "id" },
    operations: {
      create: [{ arguments: { [word]: "$namespace", name: "$name", image: "$spec.image" } }],
      read: [{ field: "stage", arguments: { id: "$uid" } }],
      list: [{ field: "project.stages", arguments: { [key]: "$namespace" } }],
      watch: [{ arguments: { [word]: "$namespace" } }],
    },
  });
  expect(prepareDialect(schema, dialect).problems).toEqual([]);
  expect(stage && ownerLists(schema, stage)).toMatchObject([{ type: "Project", leaf: key }]);
});
