import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { compileErrors } from "./compile-errors.ts";
import type { FileChange } from "./compile-errors.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const fileName = fileURLToPath(new URL("change.ts", import.meta.url));
const start = { line: 0, column: 0 };

function prepended(id: string, replacement: string): FileChange {
  return { id, fileName, location: { start, end: start }, replacement };
}

it("distinguishes changes that compile from those that do not", () => {
  const errors = compileErrors(
    [
      prepended("1", "export const one: number = 1;\n"),
      prepended("2", 'export const two: number = "2";\n'),
      prepended(
        "3",
        'import { leftOut } from "./sample.ts";\nexport const three: number = leftOut;\n',
      ),
      prepended("4", 'export { requirements } from "#contract";\n'),
    ],
    root,
  );

  expect([...errors.keys()]).toEqual(["2", "3"]);
  expect(errors.get("2")).toMatch(/^error TS2322: .*string.*number/);
});

it("returns no errors without changes", () => {
  expect(compileErrors([], root)).toEqual(new Map());
});
