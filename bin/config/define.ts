import type { ExtensionRequirement } from "#contract";
import type { ConfigKey, ConfigKinds } from "./config-keys.ts";
import type { Extension } from "./extension-parts.ts";

interface ValueOf {
  readonly text: string;
  readonly path: string;
  readonly number: number;
  readonly switch: boolean;
  readonly texts: string | readonly string[];
  readonly roles: Readonly<Record<string, string>>;
}

/** The options of a run, by their long names, and its extensions. Paths are relative to the folder of this file. */
export type Config = { readonly [Key in ConfigKey]?: ValueOf[ConfigKinds[Key]] } & {
  /** Extensions, or paths of modules whose default export is an extension. */
  readonly extensions?: readonly (Extension | string)[];
};

/** Declares a custom requirement. Its ID is validated when the configuration is read. */
export function defineRequirement<const Requirement extends ExtensionRequirement>(
  requirement: Requirement,
): Requirement {
  return requirement;
}

/**
 * Declares an extension: custom requirements with the checks that test them. Returns its argument, for type checking.
 */
export function defineExtension(extension: Extension): Extension {
  return extension;
}

/**
 * Declares the configuration: the default export of `conformance.config.ts`, `.mjs` or `.js`. Returns its argument, for
 * type checking.
 */
export function defineConfig(config: Config): Config {
  return config;
}
