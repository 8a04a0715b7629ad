import { expect, it } from "vitest";
import { nearPattern } from "./near-pattern.ts";

const names = ["axles.example.com", "gears.example.com", "routes.gateway.example.org"];

it.each([
  ["*.exmaple.com", ["axles.example.com", "gears.example.com"]],
  ["gaers*", ["gears.example.com"]],
  ["gear.*", ["gears.example.com"]],
  ["gears.exmple.*", ["gears.example.com"]],
  ["*.gatway.example.org", ["routes.gateway.example.org"]],
  ["*.unknown.test", []],
  ["*", []],
])("suggests for %s the kinds %j", (pattern, near) => {
  expect(nearPattern(pattern, names)).toEqual(near);
});
