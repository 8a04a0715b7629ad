import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

/** Returns the page without code blocks, because Markdown syntax inside them is not a link. */
export function proseOf(folder: string, page: string): string {
  return readFileSync(join(folder, page), "utf8").replaceAll(/^```[^]*?^```/gm, "");
}

function anchorsOf(folder: string, page: string): ReadonlySet<string> {
  const headings = [...proseOf(folder, page).matchAll(/^#+ (.+)$/gm)].map(([, text = ""]) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(/\s/gu, "-"),
  );
  const named = [...proseOf(folder, page).matchAll(/<a (?:id|name)="([^"]+)"/g)].map(
    ([, id = ""]) => id,
  );
  return new Set([...headings, ...named]);
}

/**
 * Finds links of a page to files that are missing from the folder (a checkout or an installed package), or to headings
 * that are missing from the file.
 */
export function brokenLinks(folder: string, page: string): readonly string[] {
  const links = [...proseOf(folder, page).matchAll(/\]\(([^)\s]+)\)/g)].map(
    ([, link = ""]) => link,
  );
  return links.flatMap((link) => {
    if (/^[a-z]+:/.test(link)) return [];
    const [path = "", anchor] = link.split("#");
    const file = path === "" ? page : normalize(join(dirname(page), path));
    if (!existsSync(join(folder, file))) return [`${link}: there is no ${file}`];
    if (anchor === undefined || !file.endsWith(".md")) return [];
    return anchorsOf(folder, file).has(anchor) ? [] : [`${link}: no heading of ${file}`];
  });
}
