import { buildSchema, parse, validate } from "graphql";
import { describe, expect, it } from "vitest";
import { withSibling } from "./sibling-field.ts";

const roots = { query: "Query", mutation: "Writes" };
const own = {
  document:
    "mutation($input: ID!) { report(id: $input) { ...Seen } } fragment Seen on Thing { id }",
  variables: { input: "1" },
};
const other = {
  document:
    "mutation($input: ID!) { report(id: $input) { ...Seen } } fragment Seen on Thing { id }",
  variables: { input: "2" },
};
const schema = buildSchema(
  "type Thing { id: ID } type Query { thing: Thing } type Writes { report(id: ID!): Thing } schema { query: Query mutation: Writes }",
);

describe("a document with a sibling field", () => {
  it.each([
    { place: "before", keys: ["sibling_report", "report__of__Writes"] },
    { place: "after", keys: ["report__of__Writes", "sibling_report"] },
  ] as const)("calls it $place its own field", ({ place, keys }) => {
    const combined = withSibling(own, { place, ...other }, roots);
    const document = combined?.document ?? "";

    expect(validate(schema, parse(document))).toEqual([]);
    expect(document.match(/\w+(?=: report\()/gu)).toEqual(keys);
    expect(combined?.variables).toEqual({ input: "1", sibling_input: "2" });
  });

  it.each([
    ["the other operation is a query", { ...other, document: "{ thing { id } }" }, roots],
    [
      "the other document has several operations",
      { ...other, document: "query A { a } query B { b }" },
      roots,
    ],
    [
      "the other root field is in a fragment",
      { ...other, document: "mutation { ...A } fragment A on Writes { report(id: 1) { id } }" },
      roots,
    ],
    ["the root type is unknown", other, {}],
  ])("does not exist if %s", (_, sibling, known) => {
    expect(withSibling(own, { place: "before", ...sibling }, known)).toBeUndefined();
  });
});
