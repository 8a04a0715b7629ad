/** The properties of a markdown-it token that the site's rules use. */
export interface Token {
  type: string;
  content: string;
  children: Token[] | null;
  attrGet(name: string): string | null;
  attrSet(name: string, value: string): void;
}

export interface RenderState {
  readonly tokens: Token[];
  readonly env: Readonly<Record<string, unknown>>;
  readonly Token: new (type: string, tag: string, nesting: -1 | 0 | 1) => Token;
}

/** The subset of markdown-it that the site's rules use. */
export interface MarkdownIt {
  readonly core: {
    readonly ruler: { push(name: string, rule: (state: RenderState) => void): void };
  };
}
