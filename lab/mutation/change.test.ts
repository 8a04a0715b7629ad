import { expect, it } from "vitest";
import { changedText, readableChange } from "./change.ts";
import type { Change } from "./change.ts";

const text = ["if (isOpen) {", "  close(door);", "}", ""].join("\n");

function change(from: readonly number[], to: readonly number[], replacement: string): Change {
  const [startLine = 0, startColumn = 0] = from;
  const [endLine = 0, endColumn = 0] = to;
  const start = { line: startLine, column: startColumn };
  return { location: { start, end: { line: endLine, column: endColumn } }, replacement };
}

it.each([
  {
    what: "in one line",
    of: change([0, 4], [0, 10], "true"),
    changed: "if (true) {\n  close(door);\n}\n",
    was: "if (isOpen) {",
    becomes: "if (true) {",
  },
  {
    what: "over several lines",
    of: change([0, 12], [2, 1], "{}"),
    changed: "if (isOpen) {}\n",
    was: "if (isOpen) { close(door); }",
    becomes: "if (isOpen) {}",
  },
  {
    what: "at the end",
    of: change([2, 1], [2, 1], " // end"),
    changed: "if (isOpen) {\n  close(door);\n} // end\n",
    was: "}",
    becomes: "} // end",
  },
])("a change $what is applied and readable", ({ of, changed, was, becomes }) => {
  expect(changedText(text, of)).toBe(changed);
  expect(readableChange(text, of)).toEqual({ was, becomes });
});
