import { expect, it } from "vitest";
import { errorLine } from "./program-output.ts";

const head = '{"level":"error","msg":"cannot run","error":"address in use","stacktrace":"';
const trace = "\\n\\tpkg/manager.go:223\\nruntime.goexit".repeat(20);

it.each([
  ["nothing", "", undefined],
  ["the last line", "one\ntwo\n\n", "two"],
  [
    "the error before a usage text",
    "flag provided but not defined: -log\nUsage of operator:\n  -interval duration\n",
    "flag provided but not defined: -log",
  ],
  ["the last of several errors", "error: a\nerror: b\nbye", "error: b"],
  [
    "the start of a structured line that ends in a stack trace",
    `${head}${trace}"}`,
    `${head}${trace.slice(0, 300 - head.length)}…`,
  ],
])("quotes %s", (_, printed, quoted) => {
  expect(errorLine(printed)).toBe(quoted);
});
