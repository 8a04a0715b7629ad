import { dirname, resolve } from "node:path";
import { findConfig, isModule } from "./config-file.ts";
import type { ConfigFile } from "./config-file.ts";
import type { World } from "../process/world.ts";
import { noExtensions } from "./extension-parts.ts";
import type { Extensions } from "./extension-parts.ts";
import { loadModule } from "./load-module.ts";
import type { FoundExtension } from "./read-extensions.ts";
import { confirmFound } from "./trusted-files.ts";
import type { TrustWorld } from "./trusted-files.ts";
import { UsageError } from "../process/program-errors.ts";

export const noConfig = "none";

export async function findExtensions(
  named: string | undefined,
  { folder, ...world }: Pick<World, "folder"> & TrustWorld,
): Promise<Extensions> {
  if (folder === undefined || named === noConfig) return noExtensions;
  const file = await findConfig({ folder, named }, world);
  return file === undefined ? noExtensions : extensionsIn(file, world);
}

export async function extensionsIn(
  { path, extensions, isAbove }: ConfigFile,
  world: TrustWorld,
): Promise<Extensions> {
  if (extensions === undefined) return noExtensions;
  // A module is loaded only after the user has confirmed it.
  if (isAbove && !isModule(path)) {
    const texts = [JSON.stringify(extensions)];
    await confirmFound({ path, what: "loads extensions", texts }, world);
  }
  if (!Array.isArray(extensions)) {
    throw new UsageError(`${path}: extensions must be a list`, {
      fix: "List extensions made with defineExtension, or paths of modules that export an extension.",
    });
  }
  const folder = dirname(path);
  const found = extensions.map((value: unknown, index) =>
    load(value, `extensions[${index}]`, path),
  );
  // Loaded lazily, because the module imports everything that an extension can contain.
  const { readExtensions } = await import("./read-extensions.ts");
  return readExtensions(await Promise.all(found), { path, folder });
}

async function load(value: unknown, place: string, path: string): Promise<FoundExtension> {
  if (typeof value !== "string") return { place, value };
  if (!/^\.{0,2}\//u.test(value)) {
    throw new UsageError(`${path}: ${place} is "${value}", but must be a path`, {
      fix: `Write ./${value} for a file next to the configuration; to use a package, import it in a JavaScript or TypeScript configuration.`,
    });
  }
  return { place: `${place} (${value})`, value: await loadModule(resolve(dirname(path), value)) };
}
