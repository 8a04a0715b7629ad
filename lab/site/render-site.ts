import { join } from "node:path";
import { Eleventy } from "@11ty/eleventy";
import type { SuiteIdentity } from "#verdicts";
import { addMarkdownRules } from "./markdown-rules.ts";
import { navigationOf } from "./navigation.ts";
import type { SiteLinks } from "./site-links.ts";
import { addressOf, wayBetween } from "./site-page.ts";
import type { SitePage } from "./site-page.ts";

/** The folder of the theme. Eleventy requires that it is relative to the working directory. */
const themeFolder = "lab/site/theme";

export interface SiteRendering {
  readonly pages: readonly SitePage[];
  readonly links: SiteLinks;
  readonly suite: SuiteIdentity;
  readonly output: string;
}

/** Renders all pages to HTML. Rejects if a page cannot be rendered. */
export async function renderSite({ pages, links, suite, output }: SiteRendering): Promise<void> {
  const eleventy = new Eleventy(themeFolder, output, {
    quietMode: true,
    config: (config) => {
      config.setUseGitIgnore(false);
      config.setDynamicPermalinks(false);
      config.amendLibrary("md", (markdown) => addMarkdownRules(markdown, links));
      config.addPassthroughCopy(
        Object.fromEntries(
          ["menu.js", "search.js", "site.css"].map((file) => [join(themeFolder, file), file]),
        ),
      );
      for (const page of pages) {
        const address = addressOf(page.source);
        config.addTemplate(page.source, page.markdown, {
          layout: "page.njk",
          // Disables template languages, because braces in a page are plain text.
          templateEngineOverride: "md",
          permalink: `${address}index.html`,
          root: wayBetween(address, ""),
          source: page.source,
          title: page.source === "README.md" ? suite.name : page.title,
          navigation: navigationOf(page, pages),
          suite: suite.name,
          version: suite.version,
        });
      }
    },
  });
  await eleventy.write();
}
