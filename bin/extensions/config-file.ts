import { existsSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import { codeOf, UsageError } from "../process/errors.ts";
import { loadModule } from "./load-module.ts";

/** A configuration as it stands in its file. */
export interface ConfigFile {
  readonly path: string;
  readonly members: JsonObject;
  /** What stands under `extensions`, which is no option. Absent: nothing. */
  readonly extensions?: unknown;
}

/** Under which names a configuration is looked for, in each folder upwards. The first one counts. */
export const configNames = [
  "conformance.config.yaml",
  "conformance.config.json",
  "conformance.config.ts",
  "conformance.config.mjs",
  "conformance.config.js",
] as const;

/**
 * Finds the configuration that holds in a folder, in it or above it, up to the home folder; or reads the one
 * that is named.
 *
 * @throws UsageError when it cannot be read, or is no mapping.
 */
export async function findConfig(
  folder: string,
  named: string | undefined,
): Promise<ConfigFile | undefined> {
  const found = named === undefined ? search(resolve(folder)) : resolve(folder, named);
  if (found === undefined) return undefined;
  const value = isModule(found) ? await loadModule(found) : await loadText(found);
  if (!isJsonObject(value)) {
    throw new UsageError(`${found}: a configuration is a mapping of options`, {
      mend: "Write one option in each line, for instance endpoint: https://api.example/graphql.",
    });
  }
  const { extensions, ...options } = value;
  const members: JsonObject = JSON.parse(JSON.stringify(options));
  return { path: found, members, ...(extensions === undefined ? {} : { extensions }) };
}

function isModule(path: string): boolean {
  return /\.[cm]?[jt]s$/u.test(path);
}

function search(folder: string): string | undefined {
  const here = configNames.map((name) => join(folder, name)).find((path) => existsSync(path));
  if (here !== undefined) return here;
  const parent = dirname(folder);
  // As git does: what lies above a repository, or belongs to somebody else, is not the user's own.
  const isTop = folder === homedir() || folder === parent || existsSync(join(folder, ".git"));
  if (isTop) return undefined;
  const above = search(parent);
  return above === undefined || belongsToUser(above) ? above : undefined;
}

function belongsToUser(path: string): boolean {
  const user = process.getuid?.();
  return user === undefined || statSync(path).uid === user;
}

/** JSON is YAML, too, and then its errors have a place. */
async function loadText(path: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    throw new UsageError(`the configuration ${path} cannot be read (${codeOf(error)})`, {
      mend: "Name a file that exists and may be read.",
      cause: error,
    });
  }
  // Large, and needed by few.
  const { parseDocument } = await import("yaml");
  const document = parseDocument(text, { prettyErrors: true });
  const [problem] = document.errors;
  if (problem === undefined) return document.toJS({ maxAliasCount: 100 });
  const { line = 1, col = 1 } = problem.linePos?.[0] ?? {};
  const what = (problem.message.split("\n", 1)[0] ?? "").replace(
    / at line \d+, column \d+:?$/u,
    "",
  );
  throw new UsageError(`${path}:${line}:${col} ${what}`, {
    mend: "Correct the line. Texts with a colon or a bracket in them belong into quotes.",
  });
}
