import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { blocksOf } from "./testing/guide.ts";
import { packPackage } from "./testing/packed-package.ts";
import type { PackedPackage } from "./testing/packed-package.ts";
import { blockLanguages, runPage } from "./testing/run-page.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The pages that this test runs, from where their readers would. */
const pages = [
  "docs/reading-a-report.md",
  "docs/histories.md",
  "docs/extending.md",
  "docs/examples/implementer/README.md",
  "docs/examples/pull-request/README.md",
  "docs/examples/controller/README.md",
  "docs/examples/history/README.md",
  "docs/examples/extension/README.md",
];

/** Blocks of other pages, with the test that runs them, or why none does. */
const others: Readonly<Record<string, string>> = {
  "README.md": "program.test.ts, readme.test.ts and serve.test.ts call what it shows",
  "docs/any-endpoint.md": "any-endpoint-guide.test.ts runs it",
  "docs/status-ownership.md": "status-ownership-guide.test.ts runs it",
  "docs/ci.md": "recipes.test.ts runs it",
  "docs/kubernetes.md":
    "needs an API server: npm run test:kubernetes is run by hand, and its report kept",
  "docs/performance.md": "measures for an hour; bench.test.ts runs its sections small",
  "docs/trust.md": "tries for an hour; CI runs both with fewer cases",
  "docs/dialects.md": "load-dialect.test.ts reads the dialect; the rest are parts of one",
};

let packed: PackedPackage | undefined;
let commands = "";

beforeAll(() => {
  packed = packPackage();
  const { folder, installed } = packed;
  const modules = join(folder, "node_modules");
  // What the readers of some pages install beside it.
  for (const name of ["jiti", "vitest"]) {
    symlinkSync(join(root, "node_modules", name), join(modules, name));
  }
  commands = join(modules, ".bin");
  mkdirSync(commands);
  const programs = {
    conformance: join(installed, "dist/bin/cli.js"),
    vitest: join(modules, "vitest/vitest.mjs"),
  };
  for (const [name, program] of Object.entries(programs)) {
    writeFileSync(join(commands, name), `#!/bin/sh\nexec node ${program} "$@"\n`);
    chmodSync(join(commands, name), 0o755);
  }
}, 300_000);

afterAll(() => packed?.[Symbol.dispose](), 120_000);

describe("a page", { timeout: 600_000 }, () => {
  it.concurrent.each(pages)("does what it says: %s", async (path) => {
    // What one page leaves behind is not there for another one.
    const own = join(packed?.folder ?? "", path.replaceAll(/\W+/gu, "-"));
    cpSync(join(root, "docs"), join(own, "docs"), { recursive: true });
    const folder = join(own, path, "..");
    const page = readFileSync(join(root, path), "utf8");

    expect(blocksOf(page).some(({ language }) => language === "sh")).toBe(true);
    await runPage(page, { folder, commands });
  });

  it("is not believed where it says something else", async () => {
    const folder = packed?.folder ?? "";
    const says = (text: string): Promise<void> => runPage(text, { folder, commands });

    await expect(says("```sh\nexit 3\n```\n")).rejects.toThrow("exit 3");
    await expect(says("```sh\necho one\n```\n\n```text\ntwo\n```\n")).rejects.toThrow();
    await expect(says("```json\n{,}\n```\n")).rejects.toThrow();
    await expect(says("```perl\n1\n```\n")).rejects.toThrow("perl");
    await expect(says("```sh\nfalse\n# ends with 1\n```\n")).resolves.toBeUndefined();
  });
});

/** All pages that a reader of the repository finds. */
function allPages(): readonly string[] {
  const below = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" });
  const own = readdirSync(root, { encoding: "utf8" });
  return [...own, ...below.map((name) => `docs/${name}`)].filter((name) => name.endsWith(".md"));
}

describe("the blocks of all pages", () => {
  const withBlocks = allPages().filter((path) =>
    /^```/mu.test(readFileSync(join(root, path), "utf8")),
  );

  it("are run, or it is said why not", () => {
    const known = [...pages, ...Object.keys(others)];

    expect(withBlocks.filter((path) => !known.includes(path))).toEqual([]);
    expect(known.filter((path) => !withBlocks.includes(path))).toEqual([]);
  });

  it.each(pages)("are all of a language that is understood: %s", (path) => {
    const page = readFileSync(join(root, path), "utf8");
    const known: readonly string[] = blockLanguages;

    expect(blocksOf(page).filter(({ language }) => !known.includes(language))).toEqual([]);
    expect(page.match(/^```/gmu)).toHaveLength(blocksOf(page).length * 2);
  });
});
