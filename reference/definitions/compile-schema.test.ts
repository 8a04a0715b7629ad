import { describe, expect, it } from "vitest";
import { compileSchema } from "./compile-schema.ts";

function exactly(value: number): { readonly const: number } {
  return { const: value };
}

describe("compileSchema", () => {
  it("returns the same check for the same schema", () => {
    expect(compileSchema(exactly(1))).toBe(compileSchema(exactly(1)));
  });

  it("returns a separate check for each schema, however many there are", () => {
    const values = Array.from({ length: 200 }, (_, index) => index);
    for (const value of [...values, ...values]) {
      expect(compileSchema(exactly(value))(value, "spec")).toEqual([]);
      expect(compileSchema(exactly(value))(value + 1, "spec")).toHaveLength(1);
    }
  });

  it("does not cache very long schemas", () => {
    const long = { const: "x".repeat(20_000) };
    expect(compileSchema(long)).not.toBe(compileSchema(long));
  });
});
