import { cpSync, rmSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { counted } from "#contract";
import { HarnessError } from "../../bin/process/program-errors.ts";
import { readSuite } from "../../bin/process/version.ts";
import { apiPages } from "./api-pages.ts";
import { cataloguePages } from "./site-catalogue-pages.ts";
import { deadLinks } from "./dead-links.ts";
import { examplePages } from "./example-pages.ts";
import { renderSite } from "./render-site.ts";
import { publishedPathOf, SiteLinks } from "./site-links.ts";
import { close, createIndex } from "pagefind";
import { sitePage } from "./site-page.ts";
import type { SitePage } from "./site-page.ts";

/** Folders whose files do not belong to the repository. */
const foreign = new Set(["node_modules", "dist", "conformance-results"]);

const isOutput = (file: string): boolean => /^docs\/examples\/.*\/report\.md$/u.test(file);

/** Reads all Markdown files of the repository, except the output of runs. */
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

const maxNamed = 20;

/**
 * Builds the site of the repository in `root` into the folder `output`, after emptying it. Resolves with the number of
 * pages.
 *
 * @throws HarnessError if a link is dead, the API cannot be read, or the site cannot be indexed.
 */
export async function buildSite(root: string, output: string): Promise<number> {
  const pages = [
    ...readPages(root),
    ...(await cataloguePages()),
    ...examplePages(root),
    ...apiPages(root),
  ];
  const links = new SiteLinks(
    root,
    pages.map(({ source }) => source),
  );
  rmSync(output, { recursive: true, force: true });
  await renderSite({ pages, links, suite: readSuite(), output });
  for (const file of links.files) {
    cpSync(join(root, file), join(output, publishedPathOf(file)));
  }
  const problems = [...links.problems, ...deadLinks(output)];
  if (problems.length > 0) {
    const named = problems.slice(0, maxNamed).map((problem) => `\n  ${problem}`);
    throw new HarnessError(
      `${counted(problems.length, "link of the site is dead", "links of the site are dead")}:${named.join("")}`,
      {
        fix: "Fix them in the listed pages.",
      },
    );
  }
  return await indexWords(output);
}

async function indexWords(site: string): Promise<number> {
  try {
    const { index, errors } = await createIndex({ forceLanguage: "en" });
    if (index === undefined) throw failed(errors);
    const added = await index.addDirectory({ path: site });
    if (added.errors.length > 0) throw failed(added.errors);
    const written = await index.writeFiles({ outputPath: join(site, "pagefind") });
    if (written.errors.length > 0) throw failed(written.errors);
    return added.page_count;
  } catch (error) {
    // Pagefind has no binary for this platform, or its binary did not start.
    throw error instanceof HarnessError ? error : failed([String(error)], error);
  } finally {
    await close();
  }
}

function failed(errors: readonly string[], cause?: unknown): HarnessError {
  return new HarnessError(`the site cannot be indexed: ${errors.join("; ")}`, {
    fix: "Install the development dependencies with npm ci, which include a Pagefind program for your platform.",
    cause,
  });
}
