import { describe, expect, it } from "vitest";
import { longerLists } from "./lists-are-replaced.ts";

describe("a list with one more item", () => {
  it("takes the item from the other sample if its key differs", () => {
    const [ready, synced] = [{ type: "Ready" }, { type: "Synced" }];

    expect(longerLists([ready], [synced], ["type"])[0]).toEqual([ready, synced]);
    expect(longerLists(["a"], ["b"], ["type"])).toEqual([["a", "b"]]);
  });

  it.each([
    { item: { type: "Ready" }, keys: ["type"], other: { type: "ReadyBefore" } },
    { item: { name: "main" }, keys: ["name"], other: { name: "main-before" } },
    {
      item: { port: 80, protocol: "TCP" },
      keys: ["port", "protocol"],
      other: { port: 81, protocol: "TCP" },
    },
  ])("gives $item another key, because equal keys are one item", ({ item, keys, other }) => {
    const lists = longerLists([{ ...item, note: "a" }], [{ ...item, note: "b" }], keys);

    expect(lists).toContainEqual([
      { ...other, note: "b" },
      { ...item, note: "b" },
    ]);
  });

  it("does not change an item without keys", () => {
    expect(longerLists([{ size: 1 }], [{ size: 1 }], ["type"])).toEqual([]);
  });
});
