import { describe, expect, it } from "vitest";
import { matchItems } from "./match-items.ts";

describe("the items of a returned list", () => {
  it.each([
    { sent: ["b", "a"], returned: ["a", "b"], places: [1, 0], isInOrder: false },
    { sent: ["b", "a", "b"], returned: ["b", "a"], places: [0, 1, 0], isInOrder: true },
    { sent: ["b", "a", "b"], returned: ["a", "b", "b"], places: [1, 0, 2], isInOrder: false },
    { sent: [{ x: 1 }, { x: 2 }], returned: [{ x: 2, y: 0 }, { x: 1 }], places: [1, 0] },
  ])("are the ones in $sent", ({ sent, returned, places, isInOrder = false }) => {
    expect(matchItems(sent, returned)).toEqual({
      places,
      isInOrder,
      isWithoutRepetitions: returned.length < sent.length,
    });
  });

  it.each([
    { what: "lost", sent: ["b", "a"], returned: ["a"] },
    { what: "lost, and another one is repeated", sent: ["b", "a", "c"], returned: ["a", "b", "b"] },
    { what: "changed", sent: ["b", "a"], returned: ["a", "c"] },
    { what: "added", sent: ["b", "a"], returned: ["a", "b", "c"] },
    { what: "without a field", sent: [{ x: 1, y: 2 }, { x: 2 }], returned: [{ x: 2 }, { x: 1 }] },
  ])("do not match if one was $what", ({ sent, returned }) => {
    expect(matchItems(sent, returned)).toBeUndefined();
  });
});
