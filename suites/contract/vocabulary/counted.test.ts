import { expect, test } from "vitest";
import { counted } from "./counted.ts";

test.each([
  { count: 0, shown: "0 cases" },
  { count: 1, shown: "1 case" },
  { count: 2, shown: "2 cases" },
])("$count is $shown", ({ count, shown }) => {
  expect(counted(count, "case")).toBe(shown);
});

test.each([
  { count: 1, shown: "1 instance was exercised" },
  { count: 2, shown: "2 instances were exercised" },
])("$count: $shown", ({ count, shown }) => {
  expect(counted(count, "instance was exercised", "instances were exercised")).toBe(shown);
});
