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

describe("a status that is stored on top of another one", () => {
  it("is what was submitted where lists are replaced", () => {
    expect(asStored(submitted, stored, { lists: "replaced" })).toBe(submitted);
    expect(asStored(submitted, stored, {})).toBe(submitted);
  });

  it("has the stored lists where lists are merged and nothing submitted is missing", () => {
    expect(asStored(submitted, stored, { lists: "merged" })).toEqual({ ...stored, size: 2 });
  });

  it("has the submitted list where an entry is missing from the stored one", () => {
    const lost = { ...stored, tags: ["a"] };

    expect(asStored(submitted, lost, { lists: "merged" }).tags).toEqual(["b"]);
    expect(asStored(submitted, undefined, { lists: "merged" })).toEqual(submitted);
  });

  it("looks into what is nested", () => {
    const nested = { inner: { tags: ["b"] } };

    expect(asStored(nested, { inner: { tags: ["a", "b"], more: 1 } }, { lists: "merged" })).toEqual(
      { inner: { tags: ["a", "b"] } },
    );
  });
});
