import { confirmEffects, findConfig } from "./config-file.ts";
import { isConfigKey, configKeys } from "./config-keys.ts";
import { noExtensions } from "./extension-parts.ts";
import type { Extensions } from "./extension-parts.ts";
import { extensionsIn, noConfig } from "./find-extensions.ts";
import type { RunArguments } from "../options/run-settings.ts";
import type { TrustWorld } from "./trusted-files.ts";
import type { World } from "../process/world.ts";
import { dirname, isAbsolute, relative, resolve } from "node:path";
import { isJsonObject, suiteCommand } from "#contract";
import type { JsonValue } from "#contract";
import type { ConfigFile } from "./config-file.ts";
import type { ConfigKey } from "./config-keys.ts";
import { UsageError } from "../process/program-errors.ts";
import { suggest } from "../options/suggest-names.ts";

type TypedValue = string | boolean | readonly string[];

/** Configuration values in the form of command-line options. Paths are relative to the working directory. */
type ConfigValues = Readonly<Partial<Record<ConfigKey, TypedValue>>>;

/**
 * Reads the options of a configuration. Converts relative paths from its folder to the working directory.
 *
 * @throws UsageError listing every invalid key and its expected value.
 */
function readConfigValues({ path, members }: ConfigFile, folder: string): ConfigValues {
  const place = (text: string): string =>
    isAbsolute(text) ? text : relative(folder, resolve(dirname(path), text)) || ".";
  const values: [ConfigKey, TypedValue][] = [];
  const problems: string[] = [];
  for (const [key, value] of Object.entries(members)) {
    if (!isConfigKey(key)) {
      problems.push(`${key}: unknown option. ${fixOf(key)}`);
      continue;
    }
    const read = readValue(key, value, place);
    if (typeof read === "object" && "problem" in read) problems.push(`${key}: ${read.problem}`);
    else values.push([key, read]);
  }
  if (problems.length === 0) return Object.fromEntries(values);
  throw new UsageError(
    [`the configuration ${path} is invalid:`, ...problems.map((one) => `  ${one}`)],
    { fix: `${suiteCommand} config prints the effective options once the file is valid.` },
  );
}

type Read = TypedValue | { readonly problem: string };

function readValue(key: ConfigKey, value: JsonValue, place: (text: string) => string): Read {
  switch (configKeys[key]) {
    case "text":
      return typeof value === "string" ? value : meant("a string", value);
    case "path":
      return typeof value === "string" ? place(value) : meant("a path", value);
    case "number":
      return typeof value === "number" ? String(value) : meant("a number", value);
    case "switch":
      return typeof value === "boolean" ? value : meant("true or false", value);
    case "texts":
      return readTexts(value);
    case "roles":
      return readRoles(value, place);
  }
}

function readTexts(value: JsonValue): Read {
  if (typeof value === "string") return [value];
  if (!Array.isArray(value)) return meant("a string or a list of strings", value);
  const texts = value.filter((item: JsonValue) => typeof item === "string");
  const other: JsonValue | undefined = value.find((item: JsonValue) => typeof item !== "string");
  return other === undefined ? texts : meant("a string", other);
}

function readRoles(value: JsonValue, place: (text: string) => string): Read {
  if (!isJsonObject(value))
    return meant("a mapping of roles, e.g. author: env:AUTHOR_TOKEN", value);
  const roles: string[] = [];
  for (const [role, source] of Object.entries(value)) {
    if (typeof source !== "string") return meant(`a string for ${role}`, source);
    const file = /^file:(?<path>.+)$/su.exec(source)?.groups?.["path"];
    roles.push(`${role}=${file === undefined ? source : `file:${place(file)}`}`);
  }
  return roles;
}

/** States the types and never the value, because an invalid value may be a credential. */
function meant(what: string, value: JsonValue): { readonly problem: string } {
  const given = Array.isArray(value) ? "a list" : value === null ? "nothing" : `a ${typeof value}`;
  const isScalar = typeof value === "boolean" || typeof value === "number";
  const fix = what.startsWith("a string") && isScalar ? "; write it in quotes" : "";
  return { problem: `expected ${what}, got ${given}${fix}` };
}

function fixOf(key: string): string {
  const name = camel(key);
  if (isConfigKey(name)) return `Write ${name}.`;
  return suggest(name, Object.keys(configKeys), `${suiteCommand} --help lists all options.`);
}

function camel(key: string): string {
  return key.replace(/^--/u, "").replaceAll(/-(\w)/gu, (_, letter: string) => letter.toUpperCase());
}

export interface TypedOptions {
  readonly typed: RunArguments;
  readonly given: ReadonlySet<string>;
}

export interface Configured {
  readonly typed: RunArguments;
  /** Absent without a configuration file. */
  readonly path?: string;
  readonly values: ConfigValues;
  readonly extensions: Extensions;
}

/** Merges command-line options with the configuration. The command line takes precedence. */
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
