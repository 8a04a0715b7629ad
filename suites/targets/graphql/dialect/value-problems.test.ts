import { buildSchema } from "graphql";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "#contract";
import { loadDialect } from "../dialect-file/load-dialect.ts";
import { prepareDialect } from "../requests/prepared-dialect.ts";

const schema = buildSchema(`
  scalar Any
  type Query { note(id: ID, name: String, page: String): Note }
  type Mutation {
    make(name: String!, text: Text!, raw: String, any: Any, version: Int, tags: Any, urgent: Boolean): Note
    report(name: String!, version: Int!, state: State!): Note
    remove(name: String!, version: Int!, id: ID!): Note
    mark(name: Int!, version: Int!, state: State!): Note
  }
  type Note { id: ID! name: String! version: Int! text: Text2 state: State2 }
  type Text2 { title: String! }
  type State2 { reads: Int phase: Phase }
  enum Phase { OPEN SHUT }
  input Text { title: String! }
  input State { reads: Int phase: Phase }
`);

function problemsOf({
  make = {},
  report = {},
  remove = {},
  field = "report",
  samples = {},
  kind = {},
}: {
  readonly make?: JsonObject;
  readonly report?: JsonObject;
  readonly remove?: JsonObject;
  readonly field?: string;
  readonly samples?: JsonObject;
  readonly kind?: JsonObject;
}): readonly string[] {
  const file = {
    dialect: 1,
    kinds: {
      Note: {
        ...kind,
        scope: "cluster",
        paths: {
          name: "name",
          uid: "id",
          resourceVersion: "version",
          spec: "text",
          status: "state",
        },
        operations: {
          create: { make: { arguments: { name: "$name", text: "$spec", ...make } } },
          read: { note: { arguments: { name: "$name" } } },
          updateStatus: {
            report: {
              field,
              mode: "partial",
              arguments: {
                name: "$name",
                version: "$resourceVersion",
                state: "$status",
                ...report,
              },
            },
          },
          delete: {
            remove: {
              arguments: { name: "$name", version: "$resourceVersion", id: "$uid", ...remove },
            },
          },
        },
        samples: {
          specs: [{ title: "a" }, { title: "b" }, { title: "c" }],
          statuses: [{ reads: 1 }, { reads: 2 }, { reads: 3 }],
          counter: "reads",
          ...samples,
        },
      },
    },
  };
  const text = JSON.stringify(file, undefined, 2);
  const { dialect, locate } = loadDialect("notes.json", () => text);
  return prepareDialect(schema, dialect).problems.map(({ path, place, problem }) => {
    expect(locate(path)).toMatch(/^notes\.json:\d+:\d+$/u);
    return `${place.replace("kinds.Note.", "")}: ${problem}`;
  });
}

describe("the static check of a dialect", () => {
  it("takes versions that are numbers, ids and versions of deletions, and boxed bodies", () => {
    expect(problemsOf({ make: { raw: { $jsonText: "$spec" }, any: "$spec" } })).toEqual([]);
  });

  it("takes a name where a number is wanted, if names are declared to be integers", () => {
    expect(problemsOf({ field: "mark", kind: { numbers: { from: 1, to: 99 } } })).toEqual([]);
  });

  it.each([
    {
      why: "an object where a text is wanted",
      change: { make: { raw: "$spec" } },
      problems: [
        "operations.create.make.arguments.raw: String is required here, but $spec is an object; {$jsonText: $spec} encodes it as a JSON string",
      ],
    },
    {
      why: "a name where a number is wanted",
      change: { field: "mark" },
      problems: [
        "operations.updateStatus.report.arguments.name: Int! is required here, but $name is a string; if names are integers, declare their range as numbers: { from: 1, to: 9999 }",
      ],
    },
    {
      why: "a version where a Boolean is wanted",
      change: { make: { urgent: "$uid" } },
      problems: [
        "operations.create.make.arguments.urgent: Boolean is required here, but $uid is a string or number",
      ],
    },
    {
      why: "what has no value where one is required",
      change: { make: { text: { title: "$status.title" } } },
      problems: [
        "operations.create.make.arguments.text.title: String! requires a value, but $status.title does not have one in every request for create",
      ],
    },
    {
      why: "a namespace of a kind without one",
      change: { remove: { id: "$namespace" } },
      problems: [
        "operations.delete.remove.arguments.id: ID! requires a value, but $namespace does not have one in a cluster-scoped kind",
      ],
    },
    {
      why: "samples that no type takes",
      change: {
        samples: {
          specs: [{ title: "a" }, { titel: "b" }, { title: 3 }],
          statuses: [{ reads: 1 }, { reads: 2, phase: "AJAR" }, { reads: 3 }],
        },
      },
      problems: [
        'samples.specs[1]: the field "title" of Text is required',
        'samples.specs[1].titel: Text has no field "titel"; did you mean title?',
        "samples.specs[2].title: expected String, not a number; put it in quotes",
        'samples.statuses[1].phase: Phase has no value "AJAR", only OPEN, SHUT',
      ],
    },
    {
      why: "members of samples that an argument of its own requires",
      change: {
        make: { text: { title: "$spec.title" } },
        samples: { specs: [{ title: "a" }, {}, { title: "c" }] },
      },
      problems: ['samples.specs[1]: the field "title" is missing; String! requires it'],
    },
  ])("refuses $why", ({ change, problems }) => {
    expect(problemsOf(change)).toEqual(problems);
  });
});
