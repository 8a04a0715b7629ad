import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { inferDialect } from "./infer-dialect.ts";

const beehives = buildSchema(/* GraphQL */ `
  scalar Slug
  scalar Fingerprint
  scalar Anything
  type Query {
    beehive(meadow: Slug!, code: Slug!): Beehive
    beehives(meadow: Slug!): [Beehive!]!
  }
  type Beehive {
    meadow: Slug!
    code: Slug!
    fingerprint: Fingerprint!
    wish: Wish!
    finding: Finding
  }
  type Wish {
    frames: Int!
    remark: String
  }
  type Finding {
    bees: Int!
    probe: Anything
  }
  input WishInput {
    frames: Int!
    remark: String
  }
  input FindingInput {
    bees: Int!
    probe: Anything
  }
  type Mutation {
    settleBeehive(meadow: Slug!, code: Slug!, wish: WishInput!): Beehive!
    resettleBeehive(meadow: Slug!, code: Slug!, ifMatch: Fingerprint!, wish: WishInput!): Beehive!
    inspectBeehive(
      meadow: Slug!
      code: Slug!
      ifMatch: Fingerprint!
      finding: FindingInput!
    ): Beehive!
    clearBeehive(meadow: Slug!, code: Slug!, ifMatch: Fingerprint): Boolean!
  }
`);

it("takes no key with a custom scalar for nested content", () => {
  const { dialect } = inferDialect(beehives, { name: "beehives", namespaces: [] });
  const [beehive] = dialect.kinds;

  expect(beehive?.paths).toMatchObject({
    namespace: "meadow",
    name: "code",
    resourceVersion: "fingerprint",
    spec: "wish",
    status: "finding",
  });
  const key = { meadow: "$namespace", code: "$name" };
  const expected = { ...key, ifMatch: "$resourceVersion" };
  expect(beehive?.operations).toMatchObject({
    create: [{ id: "settleBeehive", arguments: { ...key, wish: "$spec" } }],
    update: [{ id: "resettleBeehive", arguments: { ...expected, wish: "$spec" } }],
    updateStatus: [{ id: "inspectBeehive", arguments: { ...expected, finding: "$status" } }],
    delete: [{ id: "clearBeehive", arguments: expected }],
  });
});
