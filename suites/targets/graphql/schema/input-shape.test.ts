import { buildSchema, isInputObjectType } from "graphql";
import { expect, it } from "vitest";
import { inputShape } from "./input-shape.ts";

it("terminates if a type contains lists of itself, from any start", () => {
  const schema = buildSchema(`
    input Filter { and: [Filter!] size: Int }
    type Query { a: Int }
  `);
  const filter = schema.getType("Filter");
  if (!isInputObjectType(filter)) throw new Error("no filter");
  const { and } = filter.getFields();

  for (const type of [filter, and?.type]) {
    const shape = type && inputShape(type, { samples: [] });
    expect(JSON.stringify(shape)).toContain("size");
  }
});
