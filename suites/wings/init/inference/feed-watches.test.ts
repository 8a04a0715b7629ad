import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { inferDialect } from "./infer-dialect.ts";

/** One of two kinds that share a feed. */
function kind(name: string): string {
  const field = name.toLowerCase();
  return /* GraphQL */ `
    type ${name} {
      code: String!
      touchedAt: Instant!
      edition: Int!
      recipe: ${name}Recipe!
      readings: ${name}Readings
    }
    type ${name}Recipe {
      grape: String!
      litres: Int!
    }
    type ${name}Readings {
      sugar: Int
      note: String
    }
    input ${name}RecipeDraft {
      grape: String!
      litres: Int!
    }
    input ${name}ReadingsDraft {
      sugar: Int
      note: String
    }
    extend type Query {
      ${field}(code: String!): ${name}
      ${field}s: [${name}!]!
    }
    extend type Mutation {
      fill${name}(code: String!, recipe: ${name}RecipeDraft!): ${name}!
      refill${name}(code: String!, seenAt: Instant!, recipe: ${name}RecipeDraft!): ${name}!
      report${name}(code: String!, seenAt: Instant!, readings: ${name}ReadingsDraft!): ${name}!
      empty${name}(code: String!, seenAt: Instant): Boolean!
    }
  `;
}

it("reads the position of an event, and no key of another kind", () => {
  const schema = buildSchema(/* GraphQL */ `
    scalar Instant
    enum Verb {
      PUT
      GONE
    }
    type Entry {
      seq: Int!
      verb: Verb!
      vat: Vat
      cask: Cask
    }
    type Query {
      ping: Boolean
    }
    type Mutation {
      ping: Boolean
    }
    type Subscription {
      feed(after: Int): Entry!
    }
    ${kind("Vat")}
    ${kind("Cask")}
  `);
  const { dialect } = inferDialect(schema, { name: "cellar", namespaces: [] });
  const watches = dialect.kinds.map(({ operations }) => operations.watch[0]);

  expect(watches).toMatchObject([
    { arguments: { after: "$cursor" }, cursor: "seq", object: "vat", otherKinds: ["cask"] },
    { arguments: { after: "$cursor" }, cursor: "seq", object: "cask", otherKinds: ["vat"] },
  ]);
  expect(watches.map((watch) => watch?.key)).toEqual([undefined, undefined]);
});
