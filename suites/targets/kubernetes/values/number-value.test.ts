import { describe, expect, it } from "vitest";
import type { JsonObject } from "#contract";
import { numberValue } from "./number-value.ts";
import { nodeOf } from "./schema-node.ts";

describe("numberValue", () => {
  it.each<[string, JsonObject, readonly number[]]>([
    ["integers without bounds", { type: "integer" }, [1, 2, 3]],
    ["fractions between 0 and 1", { type: "number", minimum: 0, maximum: 1 }, [0.125, 0.25, 0.375]],
    ["a narrow range", { type: "number", minimum: 0.5, maximum: 0.6 }, [0.5, 0.5078125, 0.515625]],
    ["a range above zero", { type: "number", minimum: 1, maximum: 2 }, [1, 1.125, 1.25]],
    ["a wide range", { type: "number", minimum: 0, maximum: 90 }, [1, 2, 3]],
    [
      "a given step",
      { type: "number", minimum: 0, maximum: 1, multipleOf: 0.25 },
      [0.25, 0.5, 0.75],
    ],
    [
      "three integers, one of which is zero",
      { type: "integer", minimum: 0, maximum: 2 },
      [1, 2, 0],
    ],
    [
      "three steps, one of which is zero",
      { type: "integer", minimum: 0, maximum: 20, multipleOf: 10 },
      [10, 20, 0],
    ],
  ])("varies %s", (_, words, values) => {
    const made = [0, 1, 2].map((variant) => numberValue(nodeOf(words, served), variant));

    expect(made).toEqual(values.map((value) => ({ value, varies: true })));
  });

  it("does not vary a number with two values", () => {
    const node = nodeOf({ type: "integer", minimum: 0, maximum: 1 }, served);

    expect([0, 1, 2].map((variant) => numberValue(node, variant)?.varies)).toEqual([
      false,
      false,
      false,
    ]);
  });
});

const served = { root: {}, parts: new Map() };
