import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { prepareDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";

interface Case {
  readonly why: string;
  readonly queries: string;
  readonly mutations: string;
  /** The fields of an object that identify it. */
  readonly shown: string;
  readonly paths: object;
  readonly read: object;
  readonly list: object;
  readonly key: object;
  readonly at: string;
}

const calls = `
  enrol(name: String!, target: TargetInput!): Sluice!
  retarget(name: String!, ifRevision: Long!, target: TargetInput!): Sluice!
  reportTelemetry(name: String!, ifRevision: Long!, telemetry: TelemetryInput!): Sluice!
  retire(name: String!, ifRevision: Long): Retired!
`;
const descriptor = `descriptor: Descriptor! } type Descriptor { workspace: String! name: String! revision: Long!`;

it.each<Case>([
  {
    why: "collections inside an owner, in queries and in mutations",
    queries: `type Query { workspace(slug: String!): Workspace }
      type Workspace { slug: String! title: String! sluices: Sluices! }
      type Sluices { one(name: String!): Sluice list(offset: Int = 0, limit: Int = 50): Slice! }
      type Slice { total: Int! revision: Long! items: [Sluice!]! }`,
    mutations: `type Mutation { workspace(slug: String!): WorkspaceMutation }
      type WorkspaceMutation { sluices: SluiceMutation! } type SluiceMutation { ${calls} }`,
    shown: descriptor,
    paths: { namespace: "descriptor.workspace", name: "descriptor.name" },
    read: { field: "workspace.sluices.one", arguments: { slug: "$namespace", name: "$name" } },
    list: { field: "workspace.sluices.list", arguments: { slug: "$namespace" }, items: "items" },
    key: { slug: "$namespace", name: "$name" },
    at: "workspace.sluices",
  },
  {
    why: "a collection inside an owner in mutations only",
    queries: `type Query { sluice(workspace: String!, name: String!): Sluice sluices(workspace: String!): [Sluice!]! }`,
    mutations: `type Mutation { workspace(slug: String!): WorkspaceMutation }
      type WorkspaceMutation { sluices: SluiceMutation! } type SluiceMutation { ${calls} }`,
    shown: `workspace: String! name: String! revision: Long!`,
    paths: { namespace: "workspace", name: "name" },
    read: { field: "sluice", arguments: { workspace: "$namespace", name: "$name" } },
    list: { field: "sluices", arguments: { workspace: "$namespace" } },
    key: { slug: "$namespace", name: "$name" },
    at: "workspace.sluices",
  },
  {
    why: "an owner whose key has the same name as the key of its objects",
    queries: `type Query { workspace(name: String!): Workspace }
      type Workspace { name: String! sluice(name: String!): Sluice sluices: [Sluice!]! }`,
    mutations: `type Mutation { workspace(name: String!): WorkspaceMutation }
      type WorkspaceMutation { ${calls} }`,
    shown: `workspaceName: String! name: String! revision: Long!`,
    paths: { namespace: "workspaceName", name: "name" },
    read: {
      field: "workspace.sluice",
      arguments: { workspace_name: "$namespace", name: "$name" },
    },
    list: { field: "workspace.sluices", arguments: { name: "$namespace" } },
    key: { workspace_name: "$namespace", name: "$name" },
    at: "workspace",
  },
])("finds $why", ({ queries, mutations, shown, paths, read, list, key, at }) => {
  const schema = buildSchema(`
    scalar Long
    ${queries}
    ${mutations}
    type Sluice { target: Target! telemetry: Telemetry ${shown} }
    type Target { percent: Int! mode: String! }
    type Telemetry { percent: Int state: String }
    input TargetInput { percent: Int! mode: String! }
    input TelemetryInput { percent: Int state: String }
    type Retired { revision: Long! }
  `);
  const { dialect } = inferDialect(schema, { name: "sluices", namespaces: ["east"] });
  const version = { ifRevision: "$resourceVersion" };

  expect(dialect.kinds).toMatchObject([
    {
      name: "Sluice",
      scope: "namespaced",
      paths: { ...paths, spec: "target", status: "telemetry" },
      operations: {
        create: [{ field: `${at}.enrol`, arguments: { ...key, target: "$spec" } }],
        read: [read],
        list: [list],
        update: [{ field: `${at}.retarget`, arguments: { ...key, ...version, target: "$spec" } }],
        updateStatus: [
          {
            field: `${at}.reportTelemetry`,
            arguments: { ...key, ...version, telemetry: "$status" },
          },
        ],
        delete: [{ field: `${at}.retire`, arguments: { ...key, ...version } }],
      },
    },
  ]);
  expect(prepareDialect(schema, dialect).problems).toEqual([]);
});
