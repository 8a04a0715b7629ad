import { existsSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import { reasonOf } from "#targets";
import { UsageError } from "../process/program-errors.ts";
import { loadModule } from "./load-module.ts";
import { confirmFound } from "./trusted-files.ts";
import type { TrustWorld } from "./trusted-files.ts";

export interface ConfigFile {
  readonly path: string;
  readonly members: JsonObject;
  /** Whether the file was found in a parent folder rather than specified by the user. */
  readonly isAbove: boolean;
  readonly extensions?: unknown;
}

/**
 * File names of a configuration, in order of precedence. The search starts in the working directory and continues with
 * its parents.
 */
export const configNames = [
  "conformance.config.yaml",
  "conformance.config.json",
  "conformance.config.ts",
  "conformance.config.mjs",
  "conformance.config.js",
] as const;

/**
 * Reads the named configuration, or else finds the nearest one in a folder or its parents, up to the home folder or the
 * root of a Git repository.
 *
 * @throws UsageError when the file cannot be read, or is not a mapping.
 */
export async function findConfig(
  { folder, named }: ConfigRequest,
  world: TrustWorld = {},
): Promise<ConfigFile | undefined> {
  const found = named === undefined ? search(resolve(folder)) : resolve(folder, named);
  if (found === undefined) return undefined;
  const isAbove = named === undefined && dirname(found) !== resolve(folder);
  if (isModule(found) && isAbove) {
    await confirmFound(
      { path: found, what: "is executable code", texts: [await readWhole(found)] },
      world,
    );
  }
  const value = isModule(found) ? await loadModule(found) : await loadText(found);
  if (!isJsonObject(value)) {
    throw new UsageError(`${found}: expected a mapping of options`, {
      fix: "Write one option per line, e.g. endpoint: https://api.example/graphql.",
    });
  }
  const { extensions, ...options } = value;
  return {
    path: found,
    members: plainMembers(found, options),
    isAbove,
    ...(extensions === undefined ? {} : { extensions }),
  };
}

/** A module may export values that JSON lacks. */
function plainMembers(path: string, options: JsonObject): JsonObject {
  try {
    return JSON.parse(JSON.stringify(options));
  } catch (cause) {
    throw new UsageError(`${path}: its options are not plain values: ${reasonOf(cause)}`, {
      fix: "Export strings, numbers, booleans, lists and objects.",
      cause,
    });
  }
}

export interface ConfigRequest {
  readonly folder: string;
  /** The file specified by the user. Defaults to the nearest one. */
  readonly named?: string | undefined;
}

/**
 * Asks for confirmation before the run uses a configuration from a parent folder that can make the suite run a command,
 * either through its credentials or through a dialect or kubeconfig that it names.
 *
 * @throws UsageError if the user declines or cannot be asked.
 */
export async function confirmEffects(
  { path, members, isAbove }: ConfigFile,
  world: TrustWorld,
): Promise<void> {
  if (!isAbove) return;
  const { identity = {}, dialect, kubeconfig } = members;
  const named = [dialect, kubeconfig].filter((value) => typeof value === "string");
  const read = named.map((file) => readWhole(resolve(dirname(path), file)).catch(() => ""));
  const texts = await Promise.all(read);
  const identities = JSON.stringify(identity);
  if (!identities.includes('"command:') && !texts.some((text) => runsOrReads.test(text))) return;
  await confirmFound(
    { path, what: "refers to commands or files", texts: [identities, ...texts] },
    world,
  );
}

const runsOrReads = /\b(?:command|exec|extends|file|tokenFile|auth-provider)\b/u;

function readWhole(path: string): Promise<string> {
  return readFile(path, "utf8");
}

export function isModule(path: string): boolean {
  return /\.[cm]?[jt]s$/u.test(path);
}

function search(folder: string): string | undefined {
  const here = configNames.map((name) => join(folder, name)).find((path) => existsSync(path));
  if (here !== undefined) return isOfOthers(here, folder) ? undefined : here;
  const parent = dirname(folder);
  // Like Git, does not trust files above a repository or files of another user.
  const isTop = folder === homedir() || folder === parent || existsSync(join(folder, ".git"));
  if (isTop) return undefined;
  const above = search(parent);
  return above === undefined || belongsToUser(above) ? above : undefined;
}

/**
 * Whether an untrusted user owns the file: neither this user, nor root, nor the owner of the folder unless everyone can
 * write to it, as to `/tmp`.
 */
export function belongsToOthers(path: string): boolean {
  return isOfOthers(path, dirname(path));
}

function isOfOthers(path: string, folder: string): boolean {
  const [{ uid }, { uid: owner, mode }] = [statSync(path), statSync(folder)];
  const isShared = (mode & everybodyWrites) !== 0;
  return !belongsToUser(path) && uid !== 0 && (isShared || uid !== owner);
}

const everybodyWrites = 0o002;

function belongsToUser(path: string): boolean {
  const user = process.getuid?.();
  return user === undefined || statSync(path).uid === user;
}

/** Loads a file. JSON is parsed as YAML, because YAML errors have positions. */
async function loadText(path: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    throw new UsageError(`cannot read the configuration ${path}: ${reasonOf(error)}`, {
      fix: "Specify a readable file.",
      cause: error,
    });
  }
  // Loaded lazily: the YAML library is large.
  const { parseYaml } = await import("../options/parse-yaml.ts");
  return parseYaml(text, `the configuration ${path}`);
}
