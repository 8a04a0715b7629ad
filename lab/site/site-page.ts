import { basename, dirname, posix } from "node:path";

export interface SitePage {
  /** Its file in the repository, or a virtual one. Links in the text are relative to this file. */
  readonly source: string;
  readonly title: string;
  readonly markdown: string;
}

/** A page made from Markdown, with its first heading as title. */
export function sitePage(source: string, markdown: string): SitePage {
  const [, heading = source] = /^# (.+)$/mu.exec(markdown) ?? [];
  return { source, title: heading.replaceAll("`", ""), markdown };
}

/**
 * Path below the site's root: `docs/ci.md` becomes `ci/`, `docs/decisions/README.md` becomes `decisions/`, the
 * repository's README becomes the root.
 */
export function addressOf(source: string): string {
  const name = basename(source, ".md");
  const folder = dirname(source).replace(/^(docs(\/|$)|\.$)/u, "");
  const path = posix.join(folder, name === "README" ? "" : name.toLowerCase());
  return path === "." ? "" : `${path}/`;
}

/** The relative link from one page or file to another, so that the site can be served from any folder. */
export function wayBetween(from: string, to: string): string {
  const way = posix.relative(`/${from}`, `/${to}`);
  if (way === "") return "./";
  return to === "" || to.endsWith("/") ? `${way}/` : way;
}

/** The virtual source of a requirement's page. */
export function requirementSource(requirement: string): string {
  return `docs/requirements/${requirement}.md`;
}
