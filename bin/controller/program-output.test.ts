import { expect, it } from "vitest";
import { errorLine, ErrorLines } from "./program-output.ts";

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
  ["an error before a count of none", "2 failed\n1 succeeded; 0 failed, no errors", "2 failed"],
  ["the last of several errors", "error: a\nerror: b\nbye", "error: b"],
  [
    "an error without the credential of a header",
    "error: rejected: Authorization: Basic YWRtaW46c2VjcmV0\n",
    "error: rejected: Authorization: Basic [credential]",
  ],
  [
    "an error about credentials",
    "error: Bearer authentication failed: basic credentials.",
    "error: Bearer authentication failed: basic credentials.",
  ],
  [
    "the start of a structured line that ends in a stack trace",
    `${head}${trace}"}`,
    `${head}${trace.slice(0, 300 - head.length)}…`,
  ],
])("quotes %s", (_, printed, quoted) => {
  expect(errorLine(printed)).toBe(quoted);
});

it("finds lines about errors that are printed in parts", () => {
  const found: string[] = [];
  const lines = new ErrorLines((line) => found.push(line));
  for (const part of ["started\nsync fai", "led: a\nall is w", "ell\npanic: b\nfatal: "]) {
    lines.add(part);
  }

  expect(found).toEqual(["sync failed: a", "panic: b"]);
});
