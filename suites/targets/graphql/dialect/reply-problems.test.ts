import { buildSchema } from "graphql";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "#contract";
import { loadDialect } from "../dialect-file/load-dialect.ts";
import { prepareDialect } from "../requests/prepared-dialect.ts";

const schema = buildSchema(`
  scalar Json
  type Query { note(name: String): Note, text(name: String): String }
  type Mutation { make(name: String!, text: TextInput!): Note }
  input TextInput { title: String! }
  type Subscription { audit: Entry }
  type Note { id: ID! name: String! version: Int! text: Text }
  type Text { title: String! }
  type Entry { op: String! record: Json! line: String! count: Int! }
`);

function problemsOf(watch: JsonObject): readonly string[] {
  const file = {
    dialect: 1,
    endpoint: { watches: { protocol: "sse" } },
    kinds: {
      Note: {
        scope: "cluster",
        type: "Note",
        paths: { name: "name", uid: "id", resourceVersion: "version", spec: "text" },
        operations: {
          create: { make: { arguments: { name: "$name", text: "$spec" } } },
          read: { note: { arguments: { name: "$name" } } },
          watch: {
            audit: { arguments: {}, type: { path: "op", names: { I: "ADDED" } }, ...watch },
          },
        },
        samples: { specs: [{ title: "a" }, { title: "b" }, { title: "c" }] },
      },
    },
  };
  const { dialect } = loadDialect("notes.json", () => JSON.stringify(file));
  return prepareDialect(schema, dialect).problems.map(({ problem }) => problem);
}

describe("the static check of the paths in a response", () => {
  it("accepts an object in a JSON scalar, as in the rows of an audit table", () => {
    expect(problemsOf({ object: "record" })).toEqual([]);
  });

  it("reports an object in a built-in scalar", () => {
    expect(problemsOf({ object: "line" })).toContain("watch.audit returns String, not Note");
  });
});
