import { existsSync, statSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { addressOf, wayBetween } from "./site-page.ts";

/** Folders of which a file that is no page is part of the site where a page links to it. */
const published = ["docs/", "reports/results/"];

/**
 * Turns the links of pages, which lead to files of the repository, into those of the site, and remembers
 * which files must be copied and what leads nowhere.
 */
export class SiteLinks {
  readonly #root: string;
  readonly #pages: ReadonlySet<string>;
  readonly #files = new Set<string>();
  readonly #problems: string[] = [];

  /** `root` is the folder of the repository, `pages` the sources of all pages. */
  constructor(root: string, pages: Iterable<string>) {
    this.#root = root;
    this.#pages = new Set(pages);
  }

  /** The files that pages link to, which are no pages: paths in the repository. */
  get files(): readonly string[] {
    return [...this.#files].toSorted();
  }

  /** The links that lead nowhere, each with the page that has it. */
  get problems(): readonly string[] {
    return this.#problems;
  }

  /**
   * What a link of a page becomes; absent where it leads to a file that the site does not have. A link
   * that starts with a slash is a path in the repository.
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
      this.#problems.push(`${source}: ${link} leads to ${target}, which is not there`);
      return undefined;
    }
    if (!published.some((folder) => target.startsWith(folder))) return undefined;
    this.#files.add(target);
    return `${wayBetween(from, publishedPathOf(target))}${hash}`;
  }

  /** A folder stands for the page that describes it. */
  #targetOf(path: string): string {
    const index = posix.join(path, "README.md");
    if (this.#pages.has(index)) return index;
    const isFolder = statSync(join(this.#root, path), { throwIfNoEntry: false })?.isDirectory();
    return isFolder === true ? index : path;
  }
}

/** Where a file that is no page lies below the root of the site. */
export function publishedPathOf(file: string): string {
  return file.replace(/^docs\//u, "");
}
