import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { inferDialect } from "./infer-dialect.ts";

const schema = buildSchema(/* GraphQL */ `
  interface Node {
    id: ID!
  }
  type PageInfo {
    hasNextPage: Boolean!
    endCursor: String
  }
  type Gallery implements Node {
    id: ID!
    title: String!
    paintings(first: Int = 10, after: String): PaintingConnection!
  }
  type Painting implements Node {
    id: ID!
    gallery: Gallery!
    number: String!
    revision: Int!
    loan: Loan!
    custody: Custody
  }
  type PaintingEdge {
    node: Painting!
    cursor: String!
  }
  type PaintingConnection {
    edges: [PaintingEdge!]!
    pageInfo: PageInfo!
  }
  type Loan {
    borrower: String!
    insured: Int!
  }
  type Custody {
    shelf: String
    checks: Int!
  }
  input LoanInput {
    borrower: String!
    insured: Int!
  }
  input CustodyInput {
    shelf: String
    checks: Int!
  }
  input AddPaintingInput {
    galleryId: ID!
    number: String!
    loan: LoanInput!
  }
  input AmendLoanInput {
    paintingId: ID!
    expectedRevision: Int!
    loan: LoanInput!
  }
  input ReportCustodyInput {
    paintingId: ID!
    expectedRevision: Int!
    custody: CustodyInput!
  }
  input DropPaintingInput {
    paintingId: ID!
    expectedRevision: Int
  }
  type Stale {
    message: String!
    currentRevision: Int!
  }
  type Denied {
    message: String!
  }
  type PaintingSaved {
    painting: Painting!
  }
  type PaintingGone {
    paintingId: ID!
  }
  union SaveResult = PaintingSaved | Stale | Denied
  union DropResult = PaintingGone | Stale | Denied
  type SavePayload {
    clientMutationId: String
    result: SaveResult!
  }
  type DropPayload {
    clientMutationId: String
    result: DropResult!
  }
  type Query {
    node(id: ID!): Node
    gallery(id: ID!): Gallery
  }
  type Mutation {
    addPainting(input: AddPaintingInput!): SavePayload!
    amendLoan(input: AmendLoanInput!): SavePayload!
    reportCustody(input: ReportCustodyInput!): SavePayload!
    dropPainting(input: DropPaintingInput!): DropPayload!
  }
`);

it("finds objects that mutations return in a union inside their payload", () => {
  const { dialect } = inferDialect(schema, { name: "paintings", namespaces: ["g1"] });
  const painting = dialect.kinds.find(({ name }) => name === "Painting");

  expect(dialect.kinds.map(({ name }) => name)).toEqual(["Painting"]);
  expect(painting?.paths).toMatchObject({
    name: "number",
    uid: "id",
    resourceVersion: "revision",
    namespace: "gallery.id",
    spec: "loan",
    status: "custody",
  });
  expect(painting?.operations).toMatchObject({
    create: [{ id: "addPainting", result: "result.painting" }],
    read: [{ field: "node", arguments: { id: "$uid" } }],
    list: [{ field: "gallery.paintings", items: "edges.node" }],
    update: [{ id: "amendLoan" }],
    updateStatus: [{ id: "reportCustody" }],
    delete: [{ id: "dropPainting" }],
  });
});

it("takes an id with the name of the kind for the id of the object, not of its owner", () => {
  const { dialect } = inferDialect(schema, { name: "paintings", namespaces: ["g1"] });
  const operations = dialect.kinds[0]?.operations;
  const written = { paintingId: "$uid", expectedRevision: "$resourceVersion" };

  expect(operations?.create).toMatchObject([{ arguments: { input: { galleryId: "$namespace" } } }]);
  expect(operations?.update).toMatchObject([{ arguments: { input: written } }]);
  expect(operations?.updateStatus).toMatchObject([{ arguments: { input: written } }]);
  expect(operations?.delete).toMatchObject([{ arguments: { input: written } }]);
});
