import { expect, it } from "vitest";
import { fieldPath } from "./field-path.ts";

it.each([
  ["/state/pressure", "state.pressure"],
  ["#/state/pressure", "state.pressure"],
  ["/state/faults/0", "state.faults.0"],
  ["/a~1b/c~0d", "a/b.c~d"],
  ["/pressure", "pressure"],
  ["state.pressure", "state.pressure"],
  ["/ is not a field", "/ is not a field"],
  ["", ""],
])("reads %j as %j", (text, path) => {
  expect(fieldPath(text)).toBe(path);
});
