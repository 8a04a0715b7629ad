import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { sitePage } from "./site-page.ts";
import type { SitePage } from "./site-page.ts";

/** Folders that are not part of the repository. */
const foreign = new Set(["node_modules", "dist", "conformance-results"]);

/** Whether a file is the output of a run, which the example pages present. */
const isOutput = (file: string): boolean => /^docs\/examples\/.*\/report\.md$/u.test(file);

/** Reads all Markdown files of the repository. */
export function readPages(root: string): readonly SitePage[] {
  return markdownBelow(root)
    .map((path) => relative(root, path))
    .filter((file) => !isOutput(file))
    .toSorted()
    .map((file) => sitePage(file, readFileSync(join(root, file), "utf8")));
}

function markdownBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.name.startsWith(".") || foreign.has(entry.name)) return [];
    if (entry.isDirectory()) return markdownBelow(path);
    return entry.name.endsWith(".md") ? [path] : [];
  });
}
