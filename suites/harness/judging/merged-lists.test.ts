import { describe, expect, it } from "vitest";
import { asStored } from "./merged-lists.ts";

const submitted = { size: 2, tags: ["b"], conditions: [{ type: "Ready", status: "True" }] };
const stored = {
  size: 1,
  tags: ["a", "b"],
  conditions: [
    { type: "Live", status: "True" },
    { type: "Ready", status: "True" },
  ],
};

describe("a status that is merged into another one", () => {
  it("has the submitted lists if lists are replaced", () => {
    expect(asStored(submitted, stored, { lists: "replaced" })).toBe(submitted);
    expect(asStored(submitted, stored, {})).toBe(submitted);
  });

  it("has the stored lists if lists are merged and no submitted entry is missing", () => {
    expect(asStored(submitted, stored, { lists: "merged" })).toEqual({ ...stored, size: 2 });
  });

  it("has the submitted list if the stored one lacks an entry", () => {
    const lost = { ...stored, tags: ["a"] };

    expect(asStored(submitted, lost, { lists: "merged" }).tags).toEqual(["b"]);
    expect(asStored(submitted, undefined, { lists: "merged" })).toEqual(submitted);
  });

  it("compares nested values", () => {
    const nested = { inner: { tags: ["b"] } };

    expect(asStored(nested, { inner: { tags: ["a", "b"], more: 1 } }, { lists: "merged" })).toEqual(
      { inner: { tags: ["a", "b"] } },
    );
  });
});
