import { expect, it } from "vitest";
import { lastLines } from "./program-output.ts";

it("quotes the last lines, with their indentation", () => {
  const many = Array.from({ length: 30 }, (_, i) => `line ${i}`);

  expect(
    lastLines([...many, "", "  File operator.py", "KeyError: 'URL'\r", ""].join("\n")),
  ).toEqual([...many.slice(-10), "  File operator.py", "KeyError: 'URL'"]);
});

it("shortens long lines", () => {
  expect(lastLines("x".repeat(400))).toEqual([`${"x".repeat(300)}…`]);
});

it("hides the credentials of headers", () => {
  expect(lastLines("authorization: Bearer abc.def-123 sent")).toEqual([
    "authorization: Bearer [credential] sent",
  ]);
});
