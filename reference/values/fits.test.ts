import * as fc from "fast-check";
import { buildSchema, coerceInputValue, isInputType } from "graphql";
import type { GraphQLInputType } from "graphql";
import { describe, expect, it } from "vitest";
import { coerce } from "./coerce.ts";
import { fitsOf } from "./fits.ts";

const schema = buildSchema(`
  input Root { count: Int, id: ID, phase: Phase, list: [Item!], inner: Item, again: Root }
  input Item { type: String!, note: String, size: Int = 3 }
  input Choice @oneOf { left: Int, right: Int }
  enum Phase { On Off }
  type Query { a: Int }
`);

const type = typeOf("Root");
const fits = fitsOf(type);

/** Values that often match the type, and mismatches of every type. */
const { root } = fc.letrec((tie) => ({
  item: fc.record(
    { type: fc.constantFrom("a", null, 1), note: fc.constantFrom("b", null), size: fc.nat(2) },
    { requiredKeys: ["type", "size"] },
  ),
  root: fc.record(
    {
      count: fc.constantFrom(1, null, 1.5, "1"),
      id: fc.constantFrom("x", 1),
      phase: fc.constantFrom("On", "Up", null),
      list: fc.oneof(fc.array(tie("item"), { maxLength: 2 }), tie("item"), fc.constant(null)),
      inner: fc.oneof(tie("item"), fc.constant(null), fc.constant({ type: "a" }), fc.constant([])),
      again: fc.oneof({ maxDepth: 3, depthIdentifier: "again" }, fc.constant(null), tie("root")),
      toString: fc.constant(1),
    },
    { requiredKeys: [], noNullPrototype: true },
  ),
}));

describe("fitsOf", () => {
  it("accepts exactly the values that coercion leaves unchanged", () => {
    fc.assert(
      fc.property(root, (value) => {
        let mistakes = 0;
        const coerced: unknown = coerceInputValue(value, type, () => {
          mistakes += 1;
        });
        const isLeft = mistakes === 0 && isSame(coerced, value);
        expect(fits(value)).toBe(isLeft);
        if (!isLeft) return;
        const parsed = JSON.parse(JSON.stringify(value));
        expect(coerce(parsed, type, "status")).toEqual({ value: parsed, causes: [] });
      }),
    );
  });

  it.each([
    ["an absent value", undefined],
    ["a default that is to be filled in", { inner: { type: "a" } }],
    ["one value instead of a list", { list: { type: "a", size: 1 } }],
    ["a number for an identifier", { id: 1 }],
    ["an inherited name", { constructor: 1 }],
    ["a member that is called __proto__", JSON.parse('{"__proto__": {}}')],
  ])("leaves to coercion: %s", (_, value) => {
    expect(fits(value)).toBe(false);
  });

  it("leaves inputs with oneOf to coercion", () => {
    expect(fitsOf(typeOf("Choice"))({ left: 1 })).toBe(false);
  });
});

function typeOf(name: string): GraphQLInputType {
  const found = schema.getType(name);
  if (!isInputType(found)) throw new Error(`The schema has no ${name}.`);
  return found;
}

function isSame(one: unknown, other: unknown): boolean {
  try {
    expect(one).toStrictEqual(other);
    return true;
  } catch {
    return false;
  }
}
