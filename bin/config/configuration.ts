import { confirmEffects, findConfig } from "./config-file.ts";
import { isConfigKey } from "./config-keys.ts";
import { noExtensions } from "./extension.ts";
import type { Extensions } from "./extension.ts";
import { extensionsIn, noConfig } from "./find-extensions.ts";
import { readConfigValues } from "./config-values.ts";
import type { ConfigValues } from "./config-values.ts";
import type { RunArguments } from "../options/run-settings.ts";
import type { TrustWorld } from "./trusted-files.ts";
import type { World } from "../process/world.ts";

export interface TypedOptions {
  readonly typed: RunArguments;
  /** Names of the options given on the command line; all others have their defaults. */
  readonly given: ReadonlySet<string>;
}

export interface Configured {
  readonly typed: RunArguments;
  /** Absent without a configuration file. */
  readonly path?: string;
  readonly values: ConfigValues;
  readonly extensions: Extensions;
}

/**
 * Merges command-line options with the configuration. The command line takes precedence.
 *
 * @throws UsageError for an invalid configuration.
 */
export async function configured(
  { typed, given }: TypedOptions,
  { folder, ...world }: Pick<World, "folder"> & TrustWorld,
  { isOnlyShown = false }: { readonly isOnlyShown?: boolean } = {},
): Promise<Configured> {
  if (folder === undefined || typed.config === noConfig)
    return { typed, values: {}, extensions: noExtensions };
  const file = await findConfig({ folder, named: typed.config }, world);
  if (file === undefined) return { typed, values: {}, extensions: noExtensions };
  if (!isOnlyShown) await confirmEffects(file, world);
  const values = readConfigValues(file, folder);
  const counting = Object.entries(values).filter(([key]) => isConfigKey(key) && !given.has(key));
  const joined = { ...typed, ...Object.fromEntries(counting) };
  return { typed: joined, path: file.path, values, extensions: await extensionsIn(file, world) };
}
