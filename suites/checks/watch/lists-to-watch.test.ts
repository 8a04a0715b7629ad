import { describe, expect, it } from "vitest";
import { resourceVersion } from "#contract";
import { listsToWatch } from "./lists-to-watch.ts";

function listOf(version: string, shown: string) {
  return { version: resourceVersion(version), shown: resourceVersion(shown) };
}

describe("lists to watch from", () => {
  it.each([
    {
      what: "the list is behind its object",
      versions: ["10", "12", "14"],
      first: listOf("11", "12"),
      others: [listOf("12", "12"), listOf("13", "12"), listOf("14", "14")],
    },
    {
      what: "the list is ahead of its object",
      versions: ["10", "12", "14"],
      first: listOf("15", "12"),
      others: [listOf("12", "12"), listOf("13", "12"), listOf("16", "14")],
    },
    {
      what: "versions are opaque, and the list has an older version of the object",
      versions: ["f0", "b1", "a2"],
      first: listOf("f0", "b1"),
      others: [listOf("b1", "b1"), listOf("c7", "b1"), listOf("a2", "a2")],
    },
    {
      what: "versions are opaque, and the list does not contain the newest state",
      versions: ["f0", "b1", "a2"],
      first: listOf("c7", "b1"),
      others: [listOf("a2", "a2"), listOf("c7", "a2"), listOf("c7", "d8")],
    },
  ])("start with the most likely one: $what", ({ versions, first, others }) => {
    expect(listsToWatch([...others, first], { versions, most: 1 })).toEqual([first]);
  });

  it("are limited", () => {
    const lists = [listOf("1", "1"), listOf("2", "1"), listOf("1", "1")];

    expect(listsToWatch(lists, { versions: ["1"], most: 2 })).toHaveLength(2);
  });
});
