import { createRequire } from "node:module";
import { dirname, isAbsolute, join, relative } from "node:path";

/**
 * Returns the path of a documentation page: relative if the page is below the working directory, e.g. `docs/ci.md` in a
 * checkout or a path below `node_modules` in an installation, and absolute otherwise.
 */
export function pagePath(page: `docs/${string}.md`): string {
  const root = dirname(createRequire(import.meta.url).resolve("#package.json"));
  const path = join(root, page);
  const short = relative(process.cwd(), path);
  return short.startsWith("..") || isAbsolute(short) ? path : short;
}
