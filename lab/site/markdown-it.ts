/** A token of markdown-it, as far as the rules of the site touch one. */
export interface Token {
  type: string;
  content: string;
  children: Token[] | null;
  attrGet(name: string): string | null;
  attrSet(name: string, value: string): void;
}

/** What is known while one page is rendered. */
export interface RenderState {
  readonly tokens: Token[];
  readonly env: Readonly<Record<string, unknown>>;
  readonly Token: new (type: string, tag: string, nesting: -1 | 0 | 1) => Token;
}

/** The part of markdown-it, which Eleventy brings, that the rules of the site use. */
export interface MarkdownIt {
  readonly core: {
    readonly ruler: { push(name: string, rule: (state: RenderState) => void): void };
  };
}
