import { buildSchema, introspectionFromSchema, printSchema } from "graphql";
import type { IntrospectionQuery } from "graphql";
import { expect, it } from "vitest";
import { describedSchema } from "./introspection.ts";

function descriptionWith(field: string): IntrospectionQuery {
  return introspectionFromSchema(buildSchema(`type Query { ${field}: Int }`));
}

it("is the same for the same description", () => {
  expect(describedSchema(descriptionWith("a"))).toBe(describedSchema(descriptionWith("a")));
});

it("is another one for another description, however many were seen", () => {
  const names = Array.from({ length: 12 }, (_, index) => `field${index}`);
  for (const name of [...names, ...names]) {
    expect(printSchema(describedSchema(descriptionWith(name)))).toContain(`${name}: Int`);
  }
});

it("is none for a file without a schema", () => {
  const { __schema } = descriptionWith("a");
  const broken = { __schema: { ...__schema, types: [] } };
  for (let time = 0; time < 2; time += 1) expect(() => describedSchema(broken)).toThrow(/Query/u);
});
