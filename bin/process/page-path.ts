import { createRequire } from "node:module";
import { dirname, isAbsolute, join, relative } from "node:path";

/**
 * Returns the path of a documentation page relative to the working directory: `docs/ci.md` in a checkout, a path below
 * `node_modules` in an installation.
 */
export function pagePath(page: `docs/${string}.md`): string {
  const root = dirname(createRequire(import.meta.url).resolve("#package.json"));
  const path = join(root, page);
  const short = relative(process.cwd(), path);
  return short.startsWith("..") || isAbsolute(short) ? path : short;
}
