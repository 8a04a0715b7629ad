import { buildSchema, isObjectType } from "graphql";
import { expect, it } from "vitest";
import { generationCandidates } from "./field-candidates.ts";

it.each([
  ["Int", "round", true],
  ["BigInt", "round", true],
  ["bigint", "round", true],
  ["Int64", "round", true],
  ["UnsignedLong", "round", true],
  ["NonNegativeInt", "round", true],
  ["uint32", "round", true],
  ["String", "planRevision", true],
  ["ID", "spec_generation", true],
  ["String", "round", false],
  ["String", "prevented", false],
  ["Float", "round", false],
  ["Point", "round", false],
  ["Interval", "round", false],
])("takes a non-null %s with the name %s for a possible generation: %s", (type, name, isOne) => {
  const scalar = ["Int", "String", "ID", "Float"].includes(type) ? "" : `scalar ${type}`;
  const schema = buildSchema(`
    ${scalar}
    type Query { kiln: Kiln }
    type Kiln { name: String! uid: ID! version: String! ${name}: ${type}! }
  `);
  const kiln = schema.getType("Kiln");
  if (!isObjectType(kiln)) throw new Error("no type");
  const paths = { name: "name", uid: "uid", resourceVersion: "version" };

  expect(generationCandidates(kiln, paths)).toEqual(isOne ? [name] : []);
});
