import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { prepareDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";

interface Case {
  readonly why: string;
  readonly queries: string;
  readonly keys: string;
  readonly shown: string;
  readonly isById?: true;
  readonly namespace?: string;
  readonly read: object;
  readonly list: object;
  readonly create?: object;
}

it.each<Case>([
  {
    why: "an owner with a key",
    queries: `type Query { hall(id: ID!): Hall }
      type Hall { id: ID! title: String kilns(first: Int, after: String): Kilns! kiln(name: String!): Kiln }`,
    keys: "hallId: ID!,",
    shown: "hallId: ID!",
    namespace: "hallId",
    read: { field: "hall.kiln", arguments: { id: "$namespace", name: "$name" } },
    list: {
      field: "hall.kilns",
      arguments: { id: "$namespace", first: 100, after: "$page" },
      items: "nodes",
    },
  },
  {
    why: "an owner that objects do not contain",
    queries: `type Query { hall(id: ID!): Hall }
      type Hall { id: ID! kilns: [Kiln!]! kiln(name: String!): Kiln }`,
    keys: "hallId: ID!,",
    shown: "",
    read: { field: "hall.kiln", arguments: { id: "default", name: "$name" } },
    list: { field: "hall.kilns", arguments: { id: "default" } },
  },
  {
    why: "an owner whose fields all take arguments",
    queries: `type Query { hall(ref: ID!): Hall }
      type Hall { kiln(name: String!): Kiln kilns(sheet: Int): [Kiln!]! }`,
    keys: "hall: ID!,",
    shown: "hall: ID!",
    namespace: "hall",
    read: { field: "hall.kiln", arguments: { ref: "$namespace", name: "$name" } },
    list: { field: "hall.kilns", arguments: { ref: "$namespace" } },
  },
  {
    why: "an owner whose fields all take arguments, and that objects do not contain",
    queries: `type Query { hall(ref: ID!): Hall }
      type Hall { kiln(name: String!): Kiln kilns(sheet: Int): [Kiln!]! }`,
    keys: "hallRef: ID!,",
    shown: "",
    read: { field: "hall.kiln", arguments: { ref: "default", name: "$name" } },
    list: { field: "hall.kilns", arguments: { ref: "default" } },
    create: { arguments: { hallRef: "default" } },
  },
  {
    why: "only lists inside an owner, with a filter",
    queries: `type Query { hall(id: ID!): Hall } type Hall { id: ID! kilns(name: String): [Kiln!]! }`,
    keys: "hallId: ID!,",
    shown: "hall: Hall!",
    namespace: "hall.id",
    read: { field: "hall.kilns", arguments: { id: "$namespace", name: "$name" } },
    list: { field: "hall.kilns", arguments: { id: "$namespace" } },
  },
  {
    why: "only lists inside an owner, and reads by key",
    queries: `type Query { hall(slug: String!): Hall kiln(hall: String!, name: String!): Kiln }
      type Hall { slug: String! kilns(first: Int!): [Kiln!]! }`,
    keys: "hall: String!,",
    shown: "hall: String!",
    namespace: "hall",
    read: { field: "kiln", arguments: { hall: "$namespace", name: "$name" } },
    list: { field: "hall.kilns", arguments: { slug: "$namespace", first: 100 } },
  },
  {
    why: "only lists inside an owner, and reads by id",
    queries: `type Query { hall(id: ID!): Hall kiln(id: ID!): Kiln }
      type Hall { id: ID! name: String! kilns(first: Int, after: String): Kilns! }`,
    keys: "hallId: ID!,",
    shown: "hall: Hall!",
    isById: true,
    namespace: "hall.id",
    read: { field: "kiln", arguments: { id: "$uid" } },
    list: { field: "hall.kilns", arguments: { id: "$namespace", first: 100, after: "$page" } },
  },
  {
    why: "the caller as the owner",
    queries: `type Query { viewer: Viewer! }
      type Viewer { id: ID! login: String kilns: [Kiln!]! kiln(name: String!): Kiln }`,
    keys: "",
    shown: "",
    read: { field: "viewer.kiln", arguments: { name: "$name" } },
    list: { field: "viewer.kilns", arguments: {} },
  },
  {
    why: "an owner inside another owner",
    queries: `type Query { plant(slug: String!): Plant }
      type Plant { slug: String! hall(name: String!): Hall }
      type Hall { name: String! kilns: [Kiln!]! kiln(name: String!): Kiln }`,
    keys: "plant: String!, hall: String!,",
    shown: "plant: String! hall: String!",
    namespace: "hall",
    read: {
      field: "plant.hall.kiln",
      arguments: { slug: "default", hall_name: "$namespace", name: "$name" },
    },
    list: { field: "plant.hall.kilns", arguments: { slug: "default", name: "$namespace" } },
  },
])("reads and lists objects inside owners: $why", (given) => {
  const id = given.isById === true ? "id" : "uid";
  const found = given.isById === true ? "id: ID!" : `${given.keys} name: String!`;
  const schema = buildSchema(`
    ${given.queries}
    type Kilns { nodes: [Kiln!]! pageInfo: PageInfo! }
    type PageInfo { endCursor: String hasNextPage: Boolean! }
    type Kiln { ${id}: ID! ${given.shown} name: String! version: String! spec: Spec! status: Status }
    type Spec { degrees: Int! }
    type Status { heat: Int }
    input SpecInput { degrees: Int! }
    input StatusInput { heat: Int }
    type Mutation {
      createKiln(${given.keys} name: String!, spec: SpecInput!): Kiln!
      updateKiln(${found}, version: String!, spec: SpecInput!): Kiln!
      reportKiln(${found}, version: String!, status: StatusInput!): Kiln!
      deleteKiln(${found}): Boolean!
    }
  `);
  const { dialect } = inferDialect(schema, { name: "kilns" });
  const kind = dialect.kinds.find(({ name }) => name === "Kiln");

  expect(kind?.paths.namespace).toBe(given.namespace);
  expect(kind?.operations.read).toMatchObject([given.read]);
  expect(kind?.operations.list).toMatchObject([given.list]);
  expect(kind?.operations.create).toMatchObject([given.create ?? {}]);
  expect(() => prepareDialect(schema, dialect)).not.toThrow();
});

it.each([
  ["its key", "depot: String!", "depot: String!", "depot"],
  ["the owner itself", "depot: Depot!", "depotSlug: String!", "depot.slug"],
])(
  "reads objects by number inside owners that objects show as %s",
  (_case, shown, given, place) => {
    const schema = buildSchema(`
    type Query { depot(slug: String!): Depot depots: [Depot!]! }
    type Depot { slug: String! job(number: Int!): Job jobs(first: Int, after: String): Jobs! }
    type Jobs { nodes: [Job!]! pageInfo: PageInfo! }
    type PageInfo { endCursor: String hasNextPage: Boolean! }
    type Job { ${shown} number: Int! title: String! digest: String! hours: Int! result: Result }
    type Result { spent: Int }
    input ResultInput { spent: Int }
    type Mutation {
      openJob(${given}, title: String!, hours: Int!): Job!
      editJob(${given}, number: Int!, digest: String, hours: Int): Job!
      logResult(${given}, number: Int!, digest: String!, result: ResultInput!): Job!
      dropJob(${given}, number: Int!): Boolean!
    }
  `);
    const { dialect } = inferDialect(schema, { name: "jobs" });
    const [word = ""] = given.split(":");
    const found = { [word]: "$namespace", number: "$uid" };

    expect(dialect.kinds).toMatchObject([
      {
        name: "Job",
        paths: { name: "title", namespace: place, uid: "number", resourceVersion: "digest" },
        operations: {
          create: [{ arguments: { [word]: "$namespace", title: "$name" } }],
          read: [{ field: "depot.job", arguments: { slug: "$namespace", number: "$uid" } }],
          list: [{ field: "depot.jobs", arguments: { slug: "$namespace" } }],
          update: [{ field: "editJob", arguments: { ...found, digest: "$resourceVersion" } }],
          updateStatus: [{ field: "logResult", arguments: { ...found, result: "$status" } }],
          delete: [{ field: "dropJob", arguments: found }],
        },
      },
    ]);
    expect(() => prepareDialect(schema, dialect)).not.toThrow();
  },
);
