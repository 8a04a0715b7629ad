import type { ExtensionRequirement } from "#contract";
import type { ConfigKey, ConfigKinds } from "./config-keys.ts";
import type { Extension } from "../extensions/extension.ts";

/** What each kind of value is in a configuration that is a module. */
interface ValueOf {
  readonly text: string;
  readonly path: string;
  readonly number: number;
  readonly switch: boolean;
  readonly texts: string | readonly string[];
  readonly roles: Readonly<Record<string, string>>;
}

/** The options of a run, in the words of their long names, and what extends it. Paths start at the folder of the file. */
export type Config = { readonly [Key in ConfigKey]?: ValueOf[ConfigKinds[Key]] } & {
  /** Extensions, or the paths of modules that export one as default. */
  readonly extensions?: readonly (Extension | string)[];
};

/** Declares a requirement of one's own. Its id is checked when the configuration is read. */
export function defineRequirement<const Requirement extends ExtensionRequirement>(
  requirement: Requirement,
): Requirement {
  return requirement;
}

/** Declares an extension: what it requires, and what shows whether that holds. */
export function defineExtension(extension: Extension): Extension {
  return extension;
}

/** Declares the configuration that a `conformance.config.ts`, `.mjs` or `.js` exports as default. */
export function defineConfig(config: Config): Config {
  return config;
}
