import { expect, it } from "vitest";
import { kindNamed } from "../testing/test-run-options.ts";
import { canHaveOtherWriters } from "./find-other-writers.ts";

it.each([
  { why: "a kind that needs nothing", traits: {}, is: true },
  { why: "a kind that the run registers", traits: { isRuntime: true }, is: false },
  {
    why: "a preexisting kind in a namespace of the run",
    traits: { isRuntime: true, isPreexisting: true as const },
    is: true,
  },
])("tests for other writers of $why: $is", ({ traits, is }) => {
  expect(canHaveOtherWriters(kindNamed("Widget", traits))).toBe(is);
});
