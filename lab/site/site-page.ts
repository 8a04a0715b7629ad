import { basename, dirname, posix } from "node:path";

export interface SitePage {
  /** The file in the repository, which can be virtual. Links in the text are relative to this file. */
  readonly source: string;
  readonly title: string;
  readonly markdown: string;
}

export function sitePage(source: string, markdown: string): SitePage {
  const [, heading = source] = /^# (.+)$/mu.exec(markdown) ?? [];
  return { source, title: heading.replaceAll("`", ""), markdown };
}

/**
 * Returns the path of a page, relative to the site root: `docs/ci.md` becomes `ci/`, `docs/decisions/README.md` becomes
 * `decisions/`, and the README of the repository becomes the root.
 */
export function addressOf(source: string): string {
  const name = basename(source, ".md");
  const folder = dirname(source).replace(/^(docs(\/|$)|\.$)/u, "");
  const path = posix.join(folder, name === "README" ? "" : name.toLowerCase());
  return path === "." ? "" : `${path}/`;
}

/** Returns the relative link from one page or file to another, so that the site works in any folder of a web server. */
export function wayBetween(from: string, to: string): string {
  const way = posix.relative(`/${from}`, `/${to}`);
  if (way === "") return "./";
  return to === "" || to.endsWith("/") ? `${way}/` : way;
}

export function requirementSource(requirement: string): string {
  return `docs/requirements/${requirement}.md`;
}
