import { describe, expect, it } from "vitest";
import { parseSectionArguments, selected, sectionArguments } from "./section-options.ts";

const items = ["a", "b", "c", "d", "e"].map((name) => ({ name }));

describe("section options", () => {
  it("reach another process unchanged", () => {
    const words = sectionArguments({ runs: "20", names: "a,c", shard: "2/3" });

    expect(parseSectionArguments(words)).toEqual({
      runs: 20,
      names: ["a", "c"],
      shard: { index: 2, count: 3 },
    });
    expect(parseSectionArguments([])).toEqual({});
  });

  it("divide the items into disjoint shards", () => {
    const parts = [1, 2].map((index) => selected(items, { shard: { index, count: 2 } }));

    expect(parts.map((part) => part.map(({ name }) => name))).toEqual([
      ["a", "c", "e"],
      ["b", "d"],
    ]);
    expect(selected(items, { names: ["d", "b"] })).toEqual([{ name: "b" }, { name: "d" }]);
  });

  it.each([
    ["--runs", "0"],
    ["--runs", "many"],
    ["--shard", "3/2"],
    ["--shard", "0/2"],
    ["--shard", "1"],
  ])("reject invalid values: %s %s", (...words) => {
    expect(() => parseSectionArguments(words)).toThrow(RangeError);
  });

  it("reject unknown names", () => {
    expect(() => selected(items, { names: ["f"] })).toThrow("invalid value for --names: f");
  });
});
