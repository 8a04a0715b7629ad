import { existsSync, statSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { addressOf, wayBetween } from "./site-page.ts";

/** Folders whose files are published if a page links to them. */
const published = ["docs/", "reports/results/"];

/**
 * Rewrites links between files of the repository to links of the site. Collects the files to copy, and the dead links.
 */
export class SiteLinks {
  readonly #root: string;
  readonly #pages: ReadonlySet<string>;
  readonly #files = new Set<string>();
  readonly #problems: string[] = [];

  /** `root` is the folder of the repository, and `pages` are the sources of all pages. */
  constructor(root: string, pages: Iterable<string>) {
    this.#root = root;
    this.#pages = new Set(pages);
  }

  get files(): readonly string[] {
    return [...this.#files].toSorted();
  }

  get problems(): readonly string[] {
    return this.#problems;
  }

  /**
   * Rewrites a link of a page. Returns undefined if the site does not contain the target. A link with a leading slash
   * is a path in the repository.
   */
  resolve(source: string, link: string): string | undefined {
    if (/^[a-z][a-z+.-]*:/u.test(link) || link.startsWith("#")) return link;
    const [path = "", anchor] = decodeURI(link).split("#");
    const full = path.startsWith("/") ? path.slice(1) : posix.join(dirname(source), path);
    const target = this.#targetOf(posix.normalize(full));
    const from = addressOf(source);
    const hash = anchor === undefined ? "" : `#${anchor}`;
    if (this.#pages.has(target)) return `${wayBetween(from, addressOf(target))}${hash}`;
    if (!existsSync(join(this.#root, target))) {
      this.#problems.push(`${source}: ${link} leads to ${target}, which does not exist`);
      return undefined;
    }
    if (!published.some((folder) => target.startsWith(folder))) return undefined;
    this.#files.add(target);
    return `${wayBetween(from, publishedPathOf(target))}${hash}`;
  }

  #targetOf(path: string): string {
    const index = posix.join(path, "README.md");
    if (this.#pages.has(index)) return index;
    const isFolder = statSync(join(this.#root, path), { throwIfNoEntry: false })?.isDirectory();
    return isFolder === true ? index : path;
  }
}

export function publishedPathOf(file: string): string {
  return file.replace(/^docs\//u, "");
}
