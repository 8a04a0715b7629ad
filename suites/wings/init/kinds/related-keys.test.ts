import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { prepareDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";

const schema = buildSchema(/* GraphQL */ `
  type Archive {
    id: ID!
    slug: String!
    city: String
  }
  type Reel {
    id: ID!
    archive: Archive!
    slug: String!
    version: Int!
    title: String
    frames: Int
    tints: [String!]!
    restoration: ReelRestoration
  }
  type ReelRestoration {
    scanned: Int
    scratches: [String!]!
  }
  input ArchiveUnique {
    id: ID
    slug: String
  }
  input ConnectArchive {
    connect: ArchiveUnique!
  }
  input ReelCompound {
    archive: String!
    slug: String!
  }
  input ReelUnique {
    id: ID
    archive_slug: ReelCompound
    version: Int
  }
  input TextFilter {
    equals: String
    in: [String!]
  }
  input ArchiveWhere {
    slug: TextFilter
  }
  input ReelWhere {
    AND: [ReelWhere!]
    archive: ArchiveWhere
    slug: TextFilter
  }
  input SetText {
    set: String
  }
  input SetInt {
    set: Int
    increment: Int
  }
  input SetTexts {
    set: [String!]
    push: [String!]
  }
  input ReelCreate {
    archive: ConnectArchive!
    slug: String!
    title: String
    frames: Int
    tints: [String!]
  }
  input ReelUpdate {
    title: SetText
    frames: SetInt
    tints: SetTexts
  }
  input RestorationUpdate {
    scanned: SetInt
    scratches: SetTexts
  }
  input RestorationCreate {
    scanned: Int
    scratches: [String!]
  }
  type Query {
    archives: [Archive!]!
    reel(where: ReelUnique!): Reel
    reels(where: ReelWhere, take: Int, skip: Int): [Reel!]!
  }
  enum MutationType {
    CREATED
    UPDATED
    DELETED
  }
  type ReelEvent {
    mutation: MutationType!
    node: Reel
    previousValues: Reel
  }
  type Subscription {
    reel(where: ReelWhere): ReelEvent
  }
  type Mutation {
    createReel(data: ReelCreate!): Reel!
    updateReel(where: ReelUnique!, data: ReelUpdate!): Reel!
    deleteReel(where: ReelUnique!): Reel!
    updateReelRestoration(where: ReelUnique!, data: RestorationUpdate!): Reel!
    reportReel(id: ID!, version: Int!, restoration: RestorationCreate!): Reel!
  }
`);

const { dialect } = inferDialect(schema, { name: "reels", namespaces: ["nitrate"] });
const [reel] = dialect.kinds;

function set(path: string): object {
  return { set: path };
}

it("finds objects by a key of a related object, under the name of the relation", () => {
  expect(dialect.kinds.map(({ name, paths }) => ({ name, paths }))).toMatchObject([
    {
      name: "Reel",
      paths: {
        name: "slug",
        namespace: "archive.slug",
        resourceVersion: "version",
        status: "restoration",
        spec: { title: "title", frames: "frames", tints: "tints" },
      },
    },
  ]);
  const key = { archive_slug: { archive: "$namespace", slug: "$name" } };
  const where = { ...key, version: "$resourceVersion" };

  expect(reel?.operations).toMatchObject({
    create: [
      {
        arguments: {
          data: {
            archive: { connect: { slug: "$namespace" } },
            slug: "$name",
            $members: "$spec",
          },
        },
      },
    ],
    read: [{ arguments: { where: key } }],
    list: [{ arguments: { where: { archive: { slug: { equals: "$namespace" } } } } }],
    update: [
      {
        field: "updateReel",
        arguments: {
          where,
          data: {
            title: set("$spec.title"),
            frames: set("$spec.frames"),
            tints: set("$spec.tints"),
          },
        },
      },
    ],
    updateStatus: [
      {
        field: "updateReelRestoration",
        arguments: {
          where,
          data: { scanned: set("$status.scanned"), scratches: set("$status.scratches") },
        },
      },
      {
        field: "reportReel",
        arguments: { id: "$uid", version: "$resourceVersion", restoration: "$status" },
      },
    ],
    delete: [{ field: "deleteReel" }],
  });
  expect(prepareDialect(schema, dialect).problems).toEqual([]);
});

it("identifies deleted objects by the whole path of that key", () => {
  expect(reel?.operations.watch).toMatchObject([
    { key: { name: "previousValues.slug", namespace: "previousValues.archive.slug" } },
  ]);
});
