import { createRequire } from "node:module";
import { dirname, isAbsolute, join, relative } from "node:path";

/**
 * Where a page of the documentation lies, as a reader opens it from the working directory: `docs/ci.md` in a
 * checkout, the same below `node_modules` where the package is installed.
 */
export function pagePath(page: `docs/${string}.md`): string {
  const root = dirname(createRequire(import.meta.url).resolve("#package.json"));
  const path = join(root, page);
  const short = relative(process.cwd(), path);
  return short.startsWith("..") || isAbsolute(short) ? path : short;
}
