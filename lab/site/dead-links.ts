import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

/** Finds the links of a built site to missing files and anchors. Ignores external links. */
export function deadLinks(site: string): readonly string[] {
  const files = filesBelow(site);
  const anchors = new Map<string, ReadonlySet<string>>();
  const anchorsOf = (file: string): ReadonlySet<string> => {
    const known = anchors.get(file) ?? new Set(attributesOf(join(site, file), "id"));
    anchors.set(file, known);
    return known;
  };
  return [...files]
    .filter((file) => file.endsWith(".html"))
    .flatMap((page) =>
      attributesOf(join(site, page), "href|src")
        .filter((link) => !/^[a-z][a-z+.-]*:/u.test(link))
        .flatMap((link) => {
          const [path = "", anchor = ""] = decodeURI(link).split("#");
          const target = targetOf(page, path);
          if (!files.has(target))
            return [`${page}: ${link} leads to ${target}, which does not exist`];
          // A fragment with an equals sign contains parameters for the script of a report.
          if (anchor === "" || anchor.includes("=") || !target.endsWith(".html")) return [];
          return anchorsOf(target).has(anchor)
            ? []
            : [`${page}: ${link} links to a missing anchor`];
        }),
    );
}

function targetOf(page: string, path: string): string {
  if (path === "") return page;
  const target = posix.join(posix.dirname(page), path);
  return target.endsWith("/") ? posix.join(target, "index.html") : target;
}

function attributesOf(path: string, name: string): readonly string[] {
  const text = readFileSync(path, "utf8").replaceAll(
    /(<(script|style)\b[^>]*>)[^]*?<\/\2>/gu,
    "$1",
  );
  return [...text.matchAll(new RegExp(`\\s(?:${name})="([^"]*)"`, "gu"))].map(([, value = ""]) =>
    value.replaceAll("&amp;", "&"),
  );
}

function filesBelow(folder: string): ReadonlySet<string> {
  return new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => posix.relative(folder, posix.join(entry.parentPath, entry.name))),
  );
}
