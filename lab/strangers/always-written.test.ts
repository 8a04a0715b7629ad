import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startEndpoint } from "../../suites/targets/graphql/testing/test-endpoint.ts";
import { identities, init } from "../../bin/testing/own-endpoints.ts";
import { folderForAllTests } from "../../bin/testing/temporary-folder.ts";

const folder = folderForAllTests();

const schemas = {
  "no type with a version": {
    schema: `
      type Query { thing(code: String!): Thing things: [Thing!]! me: User }
      type Thing { code: String! label: String parts: [Part!] }
      type Part { code: String }
      type User { id: ID! email: String }
      type Mutation { makeThing(code: String!, label: String): Thing dropThing(code: String!): Boolean }
    `,
    says: ["kinds.Thing: no version was recognized", "makeThing, dropThing"],
  },
  "no mutation at all": {
    schema: "type Query { thing(code: String!): Thing } type Thing { code: String! rev: String! }",
    says: ["to fill in before the first run"],
  },
  "bodies of any form": {
    schema: `
      scalar Any
      type Query { kiln(yard: String!, slug: String!): Kiln kilns(yard: String): [Kiln!]! }
      type Kiln { yard: String! slug: String! id: ID! rev: String! wish: Any! facts: Any }
      type Mutation {
        enlistKiln(yard: String!, slug: String!, wish: Any!): Kiln
        amendKiln(yard: String!, slug: String!, rev: String!, wish: Any!): Kiln
        declareKiln(yard: String!, slug: String!, rev: String!, facts: Any!): Kiln
        dismissKiln(yard: String!, slug: String!): Boolean
      }
    `,
    says: [
      "kinds.Kiln.samples.specs: 0 given",
      "# low: the schema does not describe them; pass --samples",
    ],
  },
  "a required argument of which nothing is known": {
    schema: `
      type Query { kiln(slug: String!): Kiln kilns: [Kiln!]! }
      type Kiln { slug: String! rev: String! wish: Wish facts: Facts }
      type Wish { heat: Int } input WishInput { heat: Int }
      type Facts { degrees: Int } input FactsInput { degrees: Int }
      scalar Permit
      type Mutation {
        enlistKiln(slug: String!, wish: WishInput!, permit: Permit!): Kiln
        declareKiln(slug: String!, rev: String!, facts: FactsInput!): Kiln
      }
    `,
    says: ["kinds.Kiln.operations.create.enlistKiln", 'the argument "permit" is required'],
  },
} as const;

describe("init", () => {
  it.each(Object.entries(schemas))(
    "writes a file for an API with %s",
    async (name, { schema, says }) => {
      await using server = await startEndpoint({ schema });
      const path = join(folder.path, `${name.replaceAll(" ", "-")}.yaml`);

      const { code, out, err } = await init(server, path, identities("key"));

      expect({ code, err }).toEqual({ code: 0, err: "" });
      const output = `${out}\n${readFileSync(path, "utf8")}`;
      for (const text of says) expect(output).toContain(text);
      expect(out).toMatch(
        /^Written to .*, with \d+ (?:entry|entries) to fill in before the first run:$/mu,
      );
    },
  );
});
