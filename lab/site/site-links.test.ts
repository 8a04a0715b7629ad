import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { publishedPathOf, SiteLinks } from "./site-links.ts";

let root = "";

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "site-links-"));
  for (const file of [
    "docs/ci/run.sh",
    "docs/guide.md",
    "bin/commands/main.ts",
    "bin/empty/x.ts",
  ]) {
    mkdirSync(join(root, dirname(file)), { recursive: true });
    writeFileSync(join(root, file), "");
  }
});

afterAll(() => {
  rmSync(root, { recursive: true });
});

const pages = ["README.md", "docs/guide.md", "docs/decisions/README.md"];

it.each([
  { name: "a page", source: "README.md", link: "docs/guide.md", way: "guide/" },
  { name: "a section of a page", source: "docs/guide.md", link: "../README.md#a", way: "../#a" },
  {
    name: "a folder with a page",
    source: "docs/guide.md",
    link: "decisions",
    way: "../decisions/",
  },
  { name: "a file", source: "docs/guide.md", link: "ci/run.sh", way: "../ci/run.sh" },
  { name: "a section of itself", source: "docs/guide.md", link: "#part", way: "#part" },
  {
    name: "another site",
    source: "README.md",
    link: "https://a.example/",
    way: "https://a.example/",
  },
  { name: "the root of the repository", source: "docs/guide.md", link: "/README.md", way: "../" },
])("links to $name", ({ source, link, way }) => {
  const links = new SiteLinks(root, pages);

  expect(links.resolve(source, link)).toBe(way);
  expect(links.problems).toEqual([]);
});

it("collects the linked files", () => {
  const links = new SiteLinks(root, pages);
  links.resolve("docs/guide.md", "ci/run.sh");

  expect(links.files).toEqual(["docs/ci/run.sh"]);
  expect(links.files.map(publishedPathOf)).toEqual(["ci/run.sh"]);
});

it("does not link to sources", () => {
  const links = new SiteLinks(root, pages);

  expect(links.resolve("docs/guide.md", "../bin/commands/main.ts")).toBeUndefined();
  expect(links).toMatchObject({ files: [], problems: [] });
});

it.each(["absent.md", "../docs/nothing/", "../bin/empty"])(
  "reports %s, which does not exist",
  (link) => {
    const links = new SiteLinks(root, pages);

    expect(links.resolve("docs/guide.md", link)).toBeUndefined();
    expect(links.problems).toEqual([expect.stringContaining(`docs/guide.md: ${link} leads to `)]);
  },
);
