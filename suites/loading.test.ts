import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "oxc-parser";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** What a module loads before it runs: neither types, nor what it imports later. */
function loadedBy(file: string): readonly string[] {
  const { staticImports, staticExports } = parseSync(file, readFileSync(file, "utf8")).module;
  const imported = staticImports
    .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
    .map(({ moduleRequest }) => moduleRequest.value);
  const passedOn = staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ isType, moduleRequest }) =>
      isType || moduleRequest === null ? [] : [moduleRequest.value],
    ),
  );
  return [...imported, ...passedOn];
}

/** The packages that are loaded with a module of the tree, each with the module that names it. */
function packagesOf(start: string): ReadonlyMap<string, string> {
  const packages = new Map<string, string>();
  const seen = new Set([join(root, start)]);
  for (const file of seen) {
    for (const specifier of loadedBy(file)) {
      const path = specifier.startsWith("#")
        ? join(root, "suites", specifier.slice(1), "index.ts")
        : normalize(join(dirname(file), specifier));
      if (!/^[#.]/u.test(specifier)) packages.set(specifier, file);
      else if (existsSync(path)) seen.add(path);
    }
  }
  expect(seen.size).toBeGreaterThan(100);
  return packages;
}

it("loads fast-check for a search alone, because most commands never search", () => {
  expect(packagesOf("suites/checks/index.ts").get("fast-check")).toBeUndefined();
  expect(loadedBy(join(root, "suites/harness/properties/arbitraries.ts"))).toContain("fast-check");
});
