import { expect, it } from "vitest";
import { readKindWords } from "./kind-pattern.ts";

const names = ["gears.example.com", "gates.example.org", "axles.example.com"];

it.each([
  [["*"], names],
  [["*.example.com"], ["gears.example.com", "axles.example.com"]],
  [["g*.example.*"], ["gears.example.com", "gates.example.org"]],
  [
    ["*", "!gears.example.com"],
    ["gates.example.org", "axles.example.com"],
  ],
  [["!*.com"], ["gates.example.org"]],
  [["gears.example.com", "!*.org"], []],
  [["gears_example*"], []],
])("means by %j of the kinds of a server %j", (words, meant) => {
  expect(names.filter(readKindWords(words).isMeant)).toEqual(meant);
});

it("distinguishes kinds by name", () => {
  expect(readKindWords(["gears.example.com", "*.org"]).named).toEqual(["gears.example.com"]);
});
