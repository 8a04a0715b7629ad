import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { makeVisible } from "#reports";
import type { Dialect } from "#targets/graphql";
import type { LoadedDialect } from "#targets/dialect-file";
import { belongsToOthers } from "../config/config-file.ts";
import { confirmFound } from "../config/trusted-files.ts";
import { readDialectOption } from "../options/dialect-option.ts";
import { isInCi } from "../process/world.ts";
import type { World } from "../process/world.ts";

/**
 * Reads a dialect. Asks for confirmation once, as for a configuration file, if the dialect runs commands, calls hooks
 * or reads files, and is outside the working directory and its repository or belongs to another user. Without a
 * terminal, loads the dialect with a warning, unless it belongs to another user.
 *
 * @throws UsageError if the file cannot be used or the user declines.
 */
export async function readTrustedDialect(path: string, world: World): Promise<LoadedDialect> {
  const read: { readonly path: string; readonly text: string }[] = [];
  const loaded = readDialectOption(path, (file) => {
    const text = readFileSync(file, "utf8");
    read.push({ path: file, text });
    return text;
  });
  const { folder } = world;
  const effects = effectsOf(loaded.dialect);
  if (effects.length === 0 || folder === undefined) return loaded;
  const ofOthers = read.find((file) => belongsToOthers(file.path));
  const roots = [folder, ...repositoryOf(folder)].map((root) => realpathSync(root));
  const isOwn = read.every((file) => roots.some((root) => isBelow(root, realpathSync(file.path))));
  if (isOwn && ofOthers === undefined) return loaded;
  const what = `runs commands or reads files: ${effects.map(makeVisible).join(", ")}`;
  const where = "is outside the working directory";
  if (world.ask === undefined && !isInCi(world.environment) && ofOthers === undefined) {
    world.err.write(`warning: ${makeVisible(path)} ${where} and ${what}\n`);
    return loaded;
  }
  await confirmFound(
    {
      path,
      what,
      where: ofOthers === undefined ? where : "belongs to another user",
      texts: read.flatMap((file) => [file.path, file.text]),
      fix: "Review the dialect, then copy it to the working directory.",
    },
    world,
  );
  return loaded;
}

function effectsOf({ endpoint, identities, kinds, definitions }: Dialect): readonly string[] {
  const served = definitions?.objects.map(({ serves }) => serves) ?? [];
  const sources = Object.values(identities);
  const hooks = [...kinds, ...served].flatMap(({ fixtures = {} }) => {
    const { create, updateSpec, delete: remove } = fixtures;
    return [create, updateSpec, remove].filter((hook) => hook !== undefined);
  });
  const copy = endpoint?.schema === undefined ? [] : [`the file ${endpoint.schema}`];
  const others = [...sources, ...hooks].flatMap((one) => {
    if (one?.kind === "command") return [`the command ${one.command.join(" ")}`];
    if (one?.kind === "file") return [`the file ${one.path}`];
    return one?.kind === "http" ? [`a hook at ${one.url}`] : [];
  });
  return [...copy, ...others];
}

function repositoryOf(folder: string): readonly string[] {
  if (existsSync(join(folder, ".git"))) return [folder];
  const parent = dirname(resolve(folder));
  return parent === resolve(folder) ? [] : repositoryOf(parent);
}

function isBelow(root: string, path: string): boolean {
  const between = relative(root, path);
  return between !== ".." && !between.startsWith(`..${sep}`) && !between.startsWith(sep);
}
