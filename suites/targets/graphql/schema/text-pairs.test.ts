import { buildSchema, isInputObjectType } from "graphql";
import { expect, it } from "vitest";
import { mapOfPairs, pairFieldsOf, pairsOf } from "./text-pairs.ts";

const schema = buildSchema(`
  input Tag { key: String! value: String! }
  input Mark { text: String, name: ID! }
  input Price { key: String! cents: Int! }
  input Bed { tags: [Tag!], marks: [Mark!]!, prices: [Price!], tag: Tag, words: [String!] }
  type Query { bed(bed: Bed): ID }
`);
const bed = schema.getType("Bed");

it("finds the fields of a list of pairs of strings", () => {
  const fields = isInputObjectType(bed) ? Object.values(bed.getFields()) : [];
  const found = Object.fromEntries(fields.map(({ name, type }) => [name, pairFieldsOf(type)]));

  expect(found).toEqual({
    tags: { key: "key", value: "value" },
    marks: { key: "name", value: "text" },
  });
});

it("converts a map to pairs and back", () => {
  const map = { app: "web", tier: "front" };
  const pairs = pairsOf(map, { key: "name", value: "text" });

  expect(pairs).toEqual([
    { name: "app", text: "web" },
    { name: "tier", text: "front" },
  ]);
  expect(mapOfPairs(pairs)).toEqual(map);
  expect(mapOfPairs([])).toEqual({});
});

it.each([
  {
    what: "a repeated key",
    value: [
      { key: "a", value: "1" },
      { key: "a", value: "2" },
    ],
  },
  { what: "a third field", value: [{ key: "a", value: "1", unit: "s" }] },
  { what: "a number", value: [{ key: "a", value: 1 }] },
  { what: "an object", value: { key: "a", value: "1" } },
])("reads no map from $what", ({ value }) => {
  expect(mapOfPairs(value)).toBeUndefined();
});
