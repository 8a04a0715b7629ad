import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { prepareDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";

const types = /* GraphQL */ `
  type Workspace {
    slug: String!
    job(name: String!): Job
    jobs(limit: Int, offset: Int): JobList!
  }
  type JobList {
    total: Int!
    rows: [Job!]!
  }
  type Job {
    name: String!
    etag: String!
    desired: Desired!
    actual: Actual
  }
  type Desired {
    image: String!
    replicas: Int!
  }
  type Actual {
    ready: Int
    message: String
  }
  input DesiredInput {
    image: String!
    replicas: Int!
  }
  input ActualInput {
    ready: Int
    message: String
  }
  type Query {
    workspace(slug: String!): Workspace
  }
  type Dropped {
    name: String!
  }
  type Conflict {
    message: String!
    currentEtag: String
  }
  union JobResult = Job | Conflict
  union DropResult = Dropped | Conflict
  type JobPut {
    job: Job!
  }
  type JobReported {
    job: Job!
  }
  type JobDropped {
    job: Job!
  }
  union WorkspaceEvent = JobPut | JobReported | JobDropped
  type Subscription {
    workspaceEvents(slug: String!): WorkspaceEvent!
  }
`;

const inside = `
  type Mutation {
    workspace(slug: String!): WorkspaceMutations!
  }
  type WorkspaceMutations {
    putJob(name: String!, ifMatch: String, desired: DesiredInput!): JobResult!
    setJobActual(name: String!, ifMatch: String!, actual: ActualInput!): JobResult!
    dropJob(name: String!, ifMatch: String): DropResult!
  }
`;

const beside = `
  type Mutation {
    putJob(workspace: String!, name: String!, ifMatch: String, desired: DesiredInput!): JobResult!
    setJobActual(workspace: String!, name: String!, ifMatch: String!, actual: ActualInput!): JobResult!
    dropJob(workspace: String!, name: String!, ifMatch: String): DropResult!
  }
`;

it.each([
  {
    where: "the owner of the reads",
    mutations: inside,
    at: "workspace.",
    place: "default",
    of: "slug",
  },
  { where: "the root", mutations: beside, at: "", place: "$namespace", of: "workspace" },
])("describes objects of owners whose mutations are in $where", ({ mutations, at, place, of }) => {
  const schema = buildSchema(types + mutations);
  const { dialect } = inferDialect(schema, { name: "jobs", namespaces: [] });

  expect(prepareDialect(schema, dialect).problems).toEqual([]);
  const [kind] = dialect.kinds;
  expect(kind?.paths).toMatchObject({ resourceVersion: "etag", spec: "desired", status: "actual" });
  const key = { [of]: place, name: "$name" };
  const versioned = { ...key, ifMatch: "$resourceVersion" };
  expect(kind?.operations).toMatchObject({
    create: [{ field: `${at}putJob`, arguments: { ...key, desired: "$spec" } }],
    read: [{ field: "workspace.job", arguments: { slug: place, name: "$name" } }],
    update: [{ field: `${at}putJob`, arguments: { ...versioned, desired: "$spec" } }],
    updateStatus: [{ field: `${at}setJobActual`, arguments: { ...versioned, actual: "$status" } }],
    delete: [{ field: `${at}dropJob`, arguments: versioned }],
    watch: [{ field: "workspaceEvents", arguments: { slug: place } }],
  });
});
