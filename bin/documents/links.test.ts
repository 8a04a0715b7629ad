import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

const pages = execFileSync(
  "git",
  ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"],
  { cwd: root, encoding: "utf8" },
)
  .trim()
  .split("\n")
  .filter((page) => existsSync(join(root, page)));

/** Code is no text with links. */
function proseOf(page: string): string {
  return readFileSync(join(root, page), "utf8").replaceAll(/^```[^]*?^```/gm, "");
}

/** The headings of a page, as links name them. */
function anchorsOf(page: string): ReadonlySet<string> {
  const headings = [...proseOf(page).matchAll(/^#+ (.+)$/gm)].map(([, text = ""]) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(/\s/gu, "-"),
  );
  const named = [...proseOf(page).matchAll(/<a (?:id|name)="([^"]+)"/g)].map(([, id = ""]) => id);
  return new Set([...headings, ...named]);
}

/** What is wrong with the links of a page to other files of the repository. */
function brokenLinks(page: string): readonly string[] {
  const links = [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
  return links.flatMap((link) => {
    if (/^[a-z]+:/.test(link)) return [];
    const [path = "", anchor] = link.split("#");
    const file = path === "" ? page : normalize(join(dirname(page), path));
    if (!existsSync(join(root, file))) return [`${link}: there is no ${file}`];
    if (anchor === undefined || !file.endsWith(".md")) return [];
    return anchorsOf(file).has(anchor) ? [] : [`${link}: no heading of ${file}`];
  });
}

/** Paths of sources that a page speaks of and that are not there. */
function missingSources(page: string): readonly string[] {
  const named = proseOf(page).matchAll(
    /`((?:suites|reference|reports|bin|bench|test|docs)\/[\w./-]+)`/g,
  );
  return [...named].map(([, path = ""]) => path).filter((path) => !existsSync(join(root, path)));
}

describe("the pages of the repository", () => {
  it.each(pages)("%s leads nowhere that is not there", (page) => {
    expect(brokenLinks(page)).toEqual([]);
  });

  it.each([
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "README.md",
    ...pages.filter((page) => page.startsWith("docs/decisions/")),
  ])("%s names no file that is not there", (page) => {
    expect(missingSources(page)).toEqual([]);
  });
});
