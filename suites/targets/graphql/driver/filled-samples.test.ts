import { expect, it } from "vitest";
import type { JsonObject } from "#contract";
import type { ValueShape } from "../../port/value-shape.ts";
import { filledSamples } from "./filled-samples.ts";

const word: ValueShape = { kind: "choice", values: ["a", "b"] };

function objectOf(members: Readonly<Record<string, ValueShape>>): ValueShape {
  return {
    kind: "object",
    members: Object.entries(members).map(([name, shape]) => ({ name, shape, isRequired: false })),
  };
}

function filledFor(
  status: ValueShape,
  statuses: readonly JsonObject[],
): readonly JsonObject[] | undefined {
  const samples = { specs: [], statuses, counter: "count", invalidStatuses: [] };
  return filledSamples({ samples, shapes: { status } }).filledStatuses;
}

it("adds a value for each field that no sample contains, together and alone", () => {
  const status = objectOf({
    phase: word,
    locked: { kind: "boolean" },
    port: { kind: "integer", least: 1, most: 5 },
    lens: objectOf({
      size: { kind: "number", least: 0, most: 90 },
      note: { kind: "text", shortest: 0, longest: 3 },
    }),
  });
  const sample = { phase: "a", lens: { size: 1 } };

  expect(filledFor(status, [sample, { phase: "b" }])).toEqual([
    { phase: "a", lens: { size: 1, note: "sam" }, locked: true, port: 5 },
    { ...sample, locked: true },
    { ...sample, port: 5 },
    { phase: "a", lens: { size: 1, note: "sam" } },
  ]);
});

it("adds values of every type", () => {
  const status = objectOf({
    phase: word,
    more: objectOf({
      since: { kind: "text", shortest: 0, longest: 40, form: "instant" },
      long: { kind: "text", shortest: 8, longest: 40 },
      list: { kind: "list", items: word, fewest: 2, most: 3 },
      map: { kind: "map", values: word },
    }),
  });
  const more = {
    since: "2026-01-01T00:00:00Z",
    long: "sampless",
    list: ["a", "a"],
    map: { sample: "a" },
  };

  expect(filledFor(status, [{ phase: "b" }])).toEqual([{ phase: "b", more }]);
});

it.each([
  { why: "the samples contain every field", statuses: [{ phase: "a" }, { note: "b" }] },
  { why: "there are no samples", statuses: [] },
])("adds nothing if $why", ({ statuses }) => {
  const status = objectOf({ phase: word, note: word });

  expect(filledFor(status, statuses)).toBeUndefined();
});

it("adds neither conditions nor an observed generation", () => {
  const status = objectOf({ phase: word, conditions: word, observedGeneration: word });

  expect(filledFor(status, [{ phase: "a" }])).toBeUndefined();
});
