/** The subset of Eleventy's API that the site uses. The package contains no types. */
declare module "@11ty/eleventy" {
  import type { MarkdownIt } from "./markdown-it.ts";

  export interface UserConfig {
    addTemplate(path: string, content: string, data: Readonly<Record<string, unknown>>): void;
    addPassthroughCopy(files: Readonly<Record<string, string>>): void;
    amendLibrary(engine: "md", amend: (markdown: MarkdownIt) => void): void;
    setDynamicPermalinks(isEnabled: boolean): void;
    setUseGitIgnore(isUsed: boolean): void;
  }

  export class Eleventy {
    constructor(
      input: string,
      output: string,
      options: {
        readonly quietMode: boolean;
        readonly config: (config: UserConfig) => void;
      },
    );
    write(): Promise<unknown>;
  }
}
