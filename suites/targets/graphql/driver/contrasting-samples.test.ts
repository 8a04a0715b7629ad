import { expect, it } from "vitest";
import type { MemberShape, ValueShape } from "../../port/value-shape.ts";
import { contrastingSamples } from "./contrasting-samples.ts";

const word: ValueShape = { kind: "choice", values: ["a", "b", "c", "d"] };
const text: ValueShape = { kind: "text", shortest: 1, longest: 12 };
const count: ValueShape = { kind: "integer", least: 0, most: 9 };
const answer: ValueShape = { kind: "boolean" };

function specOf(...members: readonly (readonly [string, ValueShape, "required"?])[]): ValueShape {
  const all = members.map(([name, shape, required]): MemberShape => {
    return { name, shape, isRequired: required !== undefined };
  });
  return { kind: "object", members: all };
}

it("have values that no sample has, or else lack an optional scalar", () => {
  const shape = specOf(
    ["host", text, "required"],
    ["image", text],
    ["replicas", count],
    ["tier", word, "required"],
    ["paused", answer],
    ["public", answer],
    ["port", specOf(["number", count], ["protocol", word])],
  );
  const port = { number: 8, protocol: "a" };
  const base = { host: "h", image: "i", replicas: 2, tier: "a", paused: false, public: true, port };
  const other = { ...base, image: "j", tier: "b", paused: true };

  expect(contrastingSamples({ specs: [base, other] }, shape)).toEqual({
    contrasts: [
      { host: "h", replicas: 0, tier: "c", public: false, port: { number: 0, protocol: "b" } },
      { host: "h", tier: "a", port: {} },
    ],
  });
});

it("have fields that no sample has, except texts and objects", () => {
  const items = { fewest: 0, most: 3 } as const;
  const shape = specOf(
    ["host", text],
    ["image", text],
    ["replicas", count],
    ["public", answer],
    ["zones", { kind: "list", items: word, ...items }],
    ["tags", { kind: "map", values: text }],
    ["rules", { kind: "list", items: specOf(), ...items }],
    ["port", specOf(["number", count])],
  );
  const added = { replicas: 7, public: true, zones: ["a"], tags: { sample: "sample" } };

  expect(contrastingSamples({ specs: [{ host: "h" }] }, shape)).toEqual({ contrasts: [added] });
});

it("keep what the schema does not describe, and do not repeat a sample", () => {
  const known: ValueShape = { kind: "choice", values: ["a", "z"], isSampled: true };
  const shape = specOf(["tier", known, "required"], ["replicas", count]);
  const base = { tier: "a", other: 1, replicas: 1 };

  expect(contrastingSamples({ specs: [base] }, shape)).toEqual({
    contrasts: [
      { tier: "a", other: 1, replicas: 0 },
      { tier: "a", other: 1 },
    ],
  });
  expect(contrastingSamples({ specs: [{ tier: "a" }, { replicas: 0 }] }, shape)).toEqual({});
  expect(contrastingSamples({ specs: [] }, shape)).toEqual({});
  expect(contrastingSamples({ specs: [{ tier: "a" }] }, undefined)).toEqual({});
});
