import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL(".", import.meta.url));

const areas = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== "testing")
  .map(({ name }) => name);

function checksIn(area: string): readonly (readonly [string, string])[] {
  return readdirSync(join(root, area))
    .filter((file) => /(?<!\.test)\.ts$/u.test(file) && file !== "index.ts")
    .flatMap((file) => {
      const text = readFileSync(join(root, area, file), "utf8");
      const [, name] =
        /^export const (\w+) = define(?:Check|Property|Workload)\b/mu.exec(text) ?? [];
      return name === undefined ? [] : [[file, name] as const];
    });
}

/** Completes an index so that it lists all checks: listed ones in their order, then the missing ones. */
function complete(index: string, found: readonly (readonly [string, string])[]): string {
  const missing = found.filter(([file]) => !index.includes(`"./${file}"`));
  if (missing.length === 0) return index;
  const [head = "", rest = ""] = index.split(/\n\n(?=.*?\[)/su);
  const imports = missing.map(([file, name]) => `import { ${name} } from "./${file}";`);
  const [before = "", listed = "", after = ""] = rest.split(/(?<== \[)([^\]]*)(?=\];)/su);
  const names = [
    ...listed.split(",").map((name) => name.trim()),
    ...missing.map(([, name]) => name),
  ].filter((name) => name !== "");
  const line = `${before}${names.join(", ")}${after}`;
  const declaration = line.trimEnd().split("\n").at(-1) ?? "";
  const lines = `${before}\n${names.map((name) => `  ${name},\n`).join("")}${after}`;
  return [head, ...imports, "", declaration.length <= 100 ? line : lines].join("\n");
}

describe("the index of an area", () => {
  it.each(areas)("lists every check of %s; --update adds new ones", async (area) => {
    const path = join(root, area, "index.ts");
    const found = checksIn(area);

    expect(found.length).toBeGreaterThan(0);
    await expect(complete(readFileSync(path, "utf8"), found)).toMatchFileSnapshot(path);
  });
});

describe("complete", () => {
  const index = `import type { AnyCheck } from "#harness";
import { one } from "./one.ts";

export const someChecks: readonly AnyCheck[] = [one];
`;

  it("adds a missing check", () => {
    expect(
      complete(index, [
        ["one.ts", "one"],
        ["two.ts", "two"],
      ]),
    ).toBe(
      `import type { AnyCheck } from "#harness";
import { one } from "./one.ts";
import { two } from "./two.ts";

export const someChecks: readonly AnyCheck[] = [one, two];
`,
    );
  });

  it("keeps a complete one", () => {
    expect(complete(index, [["one.ts", "one"]])).toBe(index);
  });
});
