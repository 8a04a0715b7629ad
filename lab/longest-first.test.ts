import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "./house/imports.ts";
import { longestFiles, rankOfFile } from "./longest-first.ts";

it("starts the longest test files before all others, the longest first", () => {
  const [longest = "", next = ""] = longestFiles;

  expect(
    ["lab/a.test.ts", next, longest].toSorted((a, b) => rankOfFile(a) - rankOfFile(b)),
  ).toEqual([longest, next, "lab/a.test.ts"]);
  expect(rankOfFile("lab/a.test.ts")).toBe(rankOfFile("bin/b.test.ts"));
});

it("lists only files that exist", () => {
  expect(longestFiles.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
