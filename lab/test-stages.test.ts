import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { testStages } from "./test-stages.ts";

const root = join(import.meta.dirname, "..");

/** Expands braces in a pattern: `a/{b,c}.ts` becomes `a/b.ts` and `a/c.ts`. */
function spelledOut(pattern: string): readonly string[] {
  const [whole, names] = /\{([^}]+)\}/u.exec(pattern) ?? [];
  if (whole === undefined || names === undefined) return [pattern];
  return names.split(",").flatMap((name) => spelledOut(pattern.replace(whole, name)));
}

it("lists each existing test file exactly once", () => {
  const files = Object.values(testStages)
    .flat()
    .flatMap(spelledOut)
    .filter((path) => !path.includes("*"));

  expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  expect(files).toEqual([...new Set(files)]);
});
