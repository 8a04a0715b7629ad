import { describe, expect, it } from "vitest";
import type { JsonObject } from "#contract";
import { addedField } from "./added-field.ts";

describe("the field that the second sample sets", () => {
  it("is cleared by the first sample", () => {
    const statuses = [
      { open: true, jammed: null },
      { open: null, jammed: true },
    ];
    expect(addedField(statuses)).toEqual(["jammed", true]);
  });

  it.each<{ readonly why: string; readonly statuses: readonly JsonObject[] }>([
    { why: "there is only one sample", statuses: [{ open: true }] },
    { why: "both samples set the same field", statuses: [{ open: true }, { open: false }] },
    { why: "the field is a list", statuses: [{ open: true }, { open: null, peers: ["a"] }] },
    { why: "the field is an object", statuses: [{ open: true }, { open: null, at: { a: 1 } }] },
  ])("is unknown if $why", ({ statuses }) => {
    expect(addedField(statuses)).toBeUndefined();
  });
});
