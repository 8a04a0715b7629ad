import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { unknownKinds } from "../kinds/unknown-kinds.ts";
import { possibleKinds } from "./possible-kinds.ts";

const schema = buildSchema(/* GraphQL */ `
  scalar JSON
  type Query {
    object(kind: String!, namespace: String!, name: String!): JSON
    objects(kind: String!, namespace: String!): [JSON!]!
    settings: JSON
  }
  type Mutation {
    apply(manifest: JSON!): JSON!
    applyStatus(manifest: JSON!): JSON!
    remove(kind: String!, namespace: String!, name: String!): JSON!
    rename(room: String!): String
  }
`);

const problem =
  "objects are JSON, so the schema shows neither their fields nor their kinds; fill in the stub at the end of the file";

const operations = [
  "  operations:",
  '    read: { object: { arguments: { kind: "$kind", namespace: "$namespace", name: "$name" } } }',
  '    list: { objects: { arguments: { kind: "$kind", namespace: "$namespace" }, items: "", perNamespace: true } }',
  "    # VERB: { apply: { arguments: { manifest: JSON } } }",
  "    # VERB: { applyStatus: { arguments: { manifest: JSON } } }",
  '    # VERB: { remove: { arguments: { kind: "$kind", namespace: "$namespace", name: "$name" } } }',
  "    # JSON may contain placeholders, e.g. { name: $name, version: $resourceVersion, spec: $spec }",
];

it("describes a kind of objects that are JSON", () => {
  expect(possibleKinds(schema)).toEqual([
    {
      place: "kinds.KIND",
      problem,
      stub: [
        "KIND:",
        "  scope: namespaced",
        "  namespaces: [NAMESPACE]",
        "  paths: { name: PATH, namespace: PATH, uid: PATH, resourceVersion: PATH, spec: PATH, status: PATH }",
        ...operations,
      ],
    },
  ]);
});

it("describes each requested kind, because the schema cannot list them", () => {
  expect(unknownKinds(schema, { name: "any", kinds: ["Lot", "Gate"] })).toEqual([]);
  expect(possibleKinds(schema, ["Lot", "Gate"]).map(({ place }) => place)).toEqual([
    "kinds.Lot",
    "kinds.Gate",
  ]);
});
