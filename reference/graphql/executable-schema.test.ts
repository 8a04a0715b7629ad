import { validateSchema } from "graphql";
import { expect, it } from "vitest";
import { kinds } from "../kinds/demo-kinds.ts";
import { createSchema, readCanonicalSchema, shapesOf } from "./executable-schema.ts";
import { rootFields } from "./schema-root-fields.ts";

const schema = createSchema(readCanonicalSchema());

it("is a valid schema", () => {
  expect(validateSchema(schema)).toEqual([]);
});

it("has a resolver for every root field", () => {
  const types = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const names = types.flatMap((type) => Object.keys(type?.getFields() ?? {}));

  expect(names.filter((name) => !rootFields.has(name))).toEqual([]);
});

it("has every root field except status mutations of kinds without a status", () => {
  const types = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const names = new Set(types.flatMap((type) => Object.keys(type?.getFields() ?? {})));

  expect([...rootFields.keys()].filter((name) => !names.has(name))).toEqual([
    "updateConfigMapStatus",
  ]);
});

it.each(kinds)("has the shapes of $name", ({ name, hasStatus }) => {
  const shapes = shapesOf(schema).get(name);

  expect(shapes?.spec).toBeDefined();
  expect(shapes?.status !== undefined).toBe(hasStatus);
});
