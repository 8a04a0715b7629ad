import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .trim()
  .split("\n")
  .filter((file) => existsSync(join(root, file)));

const elsewhere = [
  { why: "on the web", name: /^\w+:\/\// },
  {
    why: "in the repository of a source, which stands next to it",
    name: /^(specs|contributors|pkg)\//,
  },
  { why: "in the repository of etcd", name: /^tests\/robustness\// },
  {
    why: "built with the site",
    name: /^(docs|\.\.)\/(api\/README|requirements\/README|checks|faults|freedoms)\.md$/,
  },
  { why: "the address of any page of the site", name: /^\/README\.md$/ },
  { why: "written by a run", name: /^(results\/report|table)\.md$/ },
];

/** Excludes recorded runs, which quote their input. */
const recorded = /^(docs\/examples\/(passing|failing)|reports\/results)\//;

it("cites only existing documents in comments, strings and pages", () => {
  const missing = files
    .filter((file) => !recorded.test(file))
    .flatMap((file) => citedIn(file).map((name) => `${file}: ${name}`));

  expect(missing).toEqual([]);
});

function citedIn(file: string): readonly string[] {
  const names = textOf(file).matchAll(/[\w@./:-]*\w\.md\b/g);
  return [...names]
    .map(([name]) => name)
    .filter((name) => !elsewhere.some((of) => of.name.test(name)) && !isThere(name));
}

/** Returns the text to search. In test code, file names are fictitious, so only its comments are searched. */
function textOf(file: string): string {
  const text = readFileSync(join(root, file), "utf8");
  if (file.endsWith(".snap")) return "";
  if (!file.endsWith(".test.ts")) return text;
  return text
    .split("\n")
    .filter((line) => /^\s*(\/\/|\/?\*)/.test(line))
    .join("\n");
}

/**
 * Whether the repository contains a cited document. Code cites a document by its name or by the last segments of its
 * path.
 */
function isThere(name: string): boolean {
  const path = name.replace(/^(\.{0,2}\/)+/, "");
  return files.some((file) => file === path || file.endsWith(`/${path}`));
}
