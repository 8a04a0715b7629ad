import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { executedPages, firstGuide, otherPages } from "../../bin/testing/executed-pages.ts";
import { blocksOf } from "../../bin/testing/guide.ts";
import { blockLanguages } from "../../bin/testing/run-page.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

function allPages(): readonly string[] {
  const below = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" });
  const own = readdirSync(root, { encoding: "utf8" });
  return [...own, ...below.map((name) => `docs/${name}`)].filter((name) => name.endsWith(".md"));
}

describe("code blocks of all pages", () => {
  const withBlocks = allPages().filter((path) =>
    /^```/mu.test(readFileSync(join(root, path), "utf8")),
  );

  it("are run, or have a reason why not", () => {
    const known = [firstGuide, ...executedPages, ...Object.keys(otherPages)];

    expect(withBlocks.filter((path) => !known.includes(path))).toEqual([]);
    expect(known.filter((path) => !withBlocks.includes(path))).toEqual([]);
  });

  it.each([firstGuide, ...executedPages])("are in a known language: %s", (path) => {
    const page = readFileSync(join(root, path), "utf8");
    const known: readonly string[] = blockLanguages;

    expect(blocksOf(page).filter(({ language }) => !known.includes(language))).toEqual([]);
    expect(page.match(/^```/gmu)).toHaveLength(blocksOf(page).length * 2);
  });
});
