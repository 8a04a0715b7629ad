import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { brokenLinks, proseOf } from "../../bin/testing/links.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

const pages = execFileSync(
  "git",
  ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"],
  { cwd: root, encoding: "utf8" },
)
  .trim()
  .split("\n")
  .filter((page) => existsSync(join(root, page)));

function missingSources(page: string): readonly string[] {
  const named = proseOf(root, page).matchAll(
    /`((?:suites|reference|reports|bin|lab|docs)\/[\w./-]+)`/g,
  );
  return [...named].map(([, path = ""]) => path).filter((path) => !existsSync(join(root, path)));
}

describe("the pages of the repository", () => {
  it.each(pages)("%s contains no dead link", (page) => {
    expect(brokenLinks(root, page)).toEqual([]);
  });

  it.each([
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "README.md",
    ...pages.filter((page) => page.startsWith("docs/decisions/")),
  ])("%s names only existing files", (page) => {
    expect(missingSources(page)).toEqual([]);
  });
});
