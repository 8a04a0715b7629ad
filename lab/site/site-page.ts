import { basename, dirname, posix } from "node:path";

/** One page of the site. */
export interface SitePage {
  /**
   * The file of the repository that it is made from, or would be made from if it were kept there. The
   * links in its text are relative to this file.
   */
  readonly source: string;
  /** Plain text. */
  readonly title: string;
  readonly markdown: string;
}

/** A page made from Markdown, whose title is its first heading. */
export function sitePage(source: string, markdown: string): SitePage {
  const [, heading = source] = /^# (.+)$/mu.exec(markdown) ?? [];
  return { source, title: heading.replaceAll("`", ""), markdown };
}

/**
 * Where a page lies below the root of the site: `docs/ci.md` is `ci/`, `docs/decisions/README.md` is
 * `decisions/`, the README of the repository is the root itself.
 */
export function addressOf(source: string): string {
  const name = basename(source, ".md");
  const folder = dirname(source).replace(/^(docs(\/|$)|\.$)/u, "");
  const path = posix.join(folder, name === "README" ? "" : name.toLowerCase());
  return path === "." ? "" : `${path}/`;
}

/** The way from one page or file of the site to another, so that the site can lie in any folder. */
export function wayBetween(from: string, to: string): string {
  const way = posix.relative(`/${from}`, `/${to}`);
  if (way === "") return "./";
  return to === "" || to.endsWith("/") ? `${way}/` : way;
}

/** The source that the page of a requirement would have. */
export function requirementSource(requirement: string): string {
  return `docs/requirements/${requirement}.md`;
}
