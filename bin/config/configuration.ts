import { confirmEffects, findConfig } from "../extensions/config-file.ts";
import { isConfigKey } from "./config-keys.ts";
import { noExtensions } from "../extensions/extension.ts";
import type { Extensions } from "../extensions/extension.ts";
import { extensionsIn, noConfig } from "../extensions/find-extensions.ts";
import { readConfigValues } from "./config-values.ts";
import type { ConfigValues } from "./config-values.ts";
import type { RunArguments } from "../options/run-settings.ts";
import type { TrustWorld } from "../extensions/trusted-files.ts";
import type { World } from "../process/world.ts";

/** The options of a command line. */
export interface TypedOptions {
  readonly typed: RunArguments;
  /** The names of those that were typed; all others have their defaults. */
  readonly given: ReadonlySet<string>;
}

/** Options together with what a configuration says. */
export interface Configured {
  readonly typed: RunArguments;
  /** Absent without a configuration. */
  readonly path?: string;
  /** What the configuration says, whether it counts or not. */
  readonly values: ConfigValues;
  /** What it adds to a run. */
  readonly extensions: Extensions;
}

/**
 * Joins the options of a command line with the configuration. What was typed wins.
 *
 * @throws UsageError when the configuration is not in order.
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
