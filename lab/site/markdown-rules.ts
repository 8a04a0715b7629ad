import { isRequirementId } from "#contract";
import type { SiteLinks } from "./site-links.ts";
import { requirementSource } from "./site-page.ts";

interface Token {
  type: string;
  content: string;
  children: Token[] | null;
  attrGet(name: string): string | null;
  attrSet(name: string, value: string): void;
}

interface RenderState {
  readonly tokens: Token[];
  readonly env: Readonly<Record<string, unknown>>;
  readonly Token: new (type: string, tag: string, nesting: -1 | 0 | 1) => Token;
}

interface MarkdownIt {
  readonly core: {
    readonly ruler: { push(name: string, rule: (state: RenderState) => void): void };
  };
}

export function addMarkdownRules(markdown: MarkdownIt, links: SiteLinks): void {
  markdown.core.ruler.push("heading-anchors", nameHeadings);
  markdown.core.ruler.push("site-links", (state) => {
    for (const token of state.tokens) {
      if (token.children === null) continue;
      const resolved = resolveLinks(token.children, sourceOf(state), links);
      token.children = linkRequirements(resolved, state, links);
    }
  });
  markdown.core.ruler.push("wide-parts", frameWideParts);
}

/** Returns the anchor of a heading. It is the same as on GitHub, so links work on both sites. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/gu, "-");
}

function nameHeadings({ tokens }: RenderState): void {
  const used = new Map<string, number>();
  for (const [i, token] of tokens.entries()) {
    if (token.type !== "heading_open") continue;
    const anchor = anchorOf(plainTextOf(tokens[i + 1]));
    const before = used.get(anchor) ?? 0;
    used.set(anchor, before + 1);
    token.attrSet("id", before === 0 ? anchor : `${anchor}-${before}`);
  }
}

function plainTextOf(inline: Token | undefined): string {
  return (inline?.children ?? [])
    .filter(({ type }) => type === "text" || type === "code_inline")
    .map(({ content }) => content)
    .join("");
}

/** Rewrites links and images. Links to files outside the site become plain text. */
function resolveLinks(tokens: readonly Token[], source: string, links: SiteLinks): Token[] {
  let isDropped = false;
  return tokens.filter((token) => {
    if (token.type === "image") {
      const way = links.resolve(source, token.attrGet("src") ?? "");
      if (way !== undefined) token.attrSet("src", way);
    }
    if (token.type === "link_open") {
      const way = links.resolve(source, token.attrGet("href") ?? "");
      isDropped = way === undefined;
      if (way !== undefined) token.attrSet("href", way);
    }
    return !isDropped || (token.type !== "link_open" && token.type !== "link_close");
  });
}

function linkRequirements(tokens: readonly Token[], state: RenderState, links: SiteLinks): Token[] {
  let depth = 0;
  return tokens.flatMap((token) => {
    if (token.type === "link_open") depth++;
    if (token.type === "link_close") depth--;
    const isName = token.type === "code_inline" && isRequirementId(token.content);
    const source = sourceOf(state);
    if (!isName || depth > 0 || source === requirementSource(token.content)) return [token];
    const way = links.resolve(source, `/${requirementSource(token.content)}`);
    if (way === undefined) return [token];
    const open = new state.Token("link_open", "a", 1);
    open.attrSet("href", way);
    return [open, token, new state.Token("link_close", "a", -1)];
  });
}

/** Lets wide elements scroll separately from the page, on phones and with the keyboard. */
function frameWideParts(state: RenderState): void {
  const tables = state.tokens.flatMap((token) => {
    if (token.type === "table_open")
      return [
        frameEnd(state, `<div class="wide" tabindex="0" role="group" aria-label="Table">`),
        token,
      ];
    if (token.type === "table_close") return [token, frameEnd(state, "</div>")];
    if (token.type === "fence" || token.type === "code_block") token.attrSet("tabindex", "0");
    return [token];
  });
  state.tokens.splice(0, state.tokens.length, ...tables);
}

function frameEnd(state: RenderState, html: string): Token {
  const token = new state.Token("html_block", "", 0);
  token.content = `${html}\n`;
  return token;
}

function sourceOf({ env }: RenderState): string {
  const source = env["source"];
  if (typeof source !== "string") throw new Error("a page of the site has no source");
  return source;
}
