import { describe, expect, it } from "vitest";
import { isSelected, matches, unmatched } from "./select.ts";

describe("matches", () => {
  it.each([
    ["watch.ordered", "watch.ordered", true],
    ["watch.*", "watch.ordered", true],
    ["*", "anything", true],
    ["watch.*", "rewatch.ordered", false],
    ["watch.ordered", "watchXordered", false],
    [
      "concurrency/one-winner#Service.*",
      "concurrency/one-winner#Service.updateServiceStatus",
      true,
    ],
    ["a+b(c)", "a+b(c)", true],
    ["[a", "[a", true],
    ["Watch.*", "watch.ordered", false],
    ["", "", true],
    ["", "watch", false],
  ])("%j against %j is %s", (pattern, name, expected) => {
    expect(matches(pattern, name)).toBe(expected);
  });
});

describe("isSelected", () => {
  it.each([
    [{ only: [], skip: [] }, true],
    [{ only: ["watch.*"], skip: [] }, true],
    [{ only: ["write.*"], skip: [] }, false],
    [{ only: ["watch.*"], skip: ["*.ordered"] }, false],
    [{ only: [], skip: ["watch.ordered"] }, false],
  ])("with %j is %s", (selection, expected) => {
    expect(isSelected(selection, "watch.ordered")).toBe(expected);
  });
});

it("unmatched finds the patterns that name nothing", () => {
  const selection = { only: ["watch.*", "wach.*"], skip: ["nothing"] };

  expect(unmatched(selection, ["watch.ordered"])).toEqual(["wach.*", "nothing"]);
});
