import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { counted } from "#contract";
import { HarnessError } from "../../bin/process/errors.ts";
import { readSuite } from "../../bin/process/version.ts";
import { apiPages } from "./api-pages.ts";
import { cataloguePages } from "./catalogue-pages.ts";
import { deadLinks } from "./dead-links.ts";
import { examplePages } from "./example-pages.ts";
import { indexWords } from "./index-words.ts";
import { readPages } from "./read-pages.ts";
import { renderSite } from "./render-site.ts";
import { publishedPathOf, SiteLinks } from "./site-links.ts";

/** Maximum number of problems to list in an error. */
const mostNamed = 20;

/**
 * Builds the site of the repository in `root` into the folder `output`, which is emptied first. Resolves with the
 * number of pages.
 *
 * @throws HarnessError if a page cannot be rendered or a link is dead.
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
    const named = problems.slice(0, mostNamed).map((problem) => `\n  ${problem}`);
    throw new HarnessError(
      `${counted(problems.length, "link of the site is dead", "links of the site are dead")}:${named.join("")}`,
      {
        fix: "Fix them in the listed pages.",
      },
    );
  }
  return await indexWords(output);
}
