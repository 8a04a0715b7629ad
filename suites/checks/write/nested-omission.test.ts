import { describe, expect, it } from "vitest";
import { nestedOmissionIn } from "./nested-omission.ts";

describe("replacements that omit a field of a nested object", () => {
  it("omit a field that two samples set to different values", () => {
    const [one, two] = [{ tide: { level: 1, trend: "up" } }, { tide: { level: 2, trend: "up" } }];
    expect(nestedOmissionIn([one, two])).toEqual([
      { status: one, sparse: { tide: { trend: "up" } }, path: ["tide", "level"], value: 1 },
      { status: two, sparse: { tide: { trend: "up" } }, path: ["tide", "level"], value: 2 },
    ]);
  });

  it("replace an object with other fields if the samples have no field in common", () => {
    const [one, two] = [{ raw: { a: 1 } }, { raw: { b: 2 } }];
    expect(nestedOmissionIn([one, two])).toEqual([
      { status: one, sparse: two, path: ["raw", "a"], value: 1 },
      { status: two, sparse: one, path: ["raw", "b"], value: 2 },
    ]);
  });

  it.each([
    { why: "no object is nested", statuses: [{ a: 1 }, { a: 2 }] },
    { why: "the values are equal", statuses: [{ a: { b: 1, c: 1 } }, { a: { b: 1, c: 1 } }] },
    {
      why: "only one sample has another field",
      statuses: [{ a: { b: 1 } }, { a: { b: 1, c: 2 } }],
    },
    { why: "the own fields are empty", statuses: [{ a: { b: [] } }, { a: { c: null } }] },
  ])("are not found if $why", ({ statuses }) => {
    expect(nestedOmissionIn(statuses)).toBeUndefined();
  });
});
