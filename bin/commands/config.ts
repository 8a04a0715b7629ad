import { relative } from "node:path";
import { configKeys } from "../config/config-keys.ts";
import { configured } from "../config/configuration.ts";
import type { Configured, TypedOptions } from "../config/configuration.ts";
import { readSettings } from "../options/read-settings.ts";
import type { World } from "../process/world.ts";

/** Prints the effective settings of a run and the origin of each value, with secrets redacted. */
export async function config(options: TypedOptions, world: World): Promise<void> {
  const joined = await configured(options, world, { isOnlyShown: true });
  readSettings(joined.typed, world);
  const rows = Object.keys(configKeys).flatMap((key) => rowsOf(key, joined, options.given));
  const width = (column: 0 | 1): number => Math.max(0, ...rows.map((row) => row[column].length));
  const [names, values] = [width(0), width(1)];
  const shown = joined.path === undefined ? "none" : shownPath(joined.path, world);
  world.out.write(`configuration: ${shown}\n`);
  for (const [name, value, origin] of rows) {
    world.out.write(`${name.padEnd(names)}  ${value.padEnd(values)}  ${origin}\n`);
  }
}

type Row = readonly [name: string, value: string, origin: string];

function rowsOf(
  key: string,
  { typed, values, path }: Configured,
  given: ReadonlySet<string>,
): readonly Row[] {
  const value: unknown = Reflect.get(typed, key);
  if (value === undefined) return [];
  const isConfigured = path !== undefined && Object.hasOwn(values, key);
  const origin = given.has(key)
    ? `typed${isConfigured ? ", overrides the configuration" : ""}`
    : isConfigured
      ? "configuration"
      : "default";
  const items = Array.isArray(value) ? value.map(String) : [shownValue(value)];
  return items.map((item) => [key, masked(key, item), origin]);
}

function shownValue(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function masked(key: string, value: string): string {
  if (key === "identity") return maskedIdentity(value);
  return key === "endpoint" || key === "wsEndpoint" ? maskedUrl(value) : value;
}

function maskedIdentity(value: string): string {
  const [role = "", ...rest] = value.split("=");
  const source = rest.join("=");
  if (source === "none" || /^(?:env|file):/u.test(source)) return value;
  // The arguments of a credential command may also contain secrets.
  const program = /^command:\s*(?<program>\S+)/u.exec(source)?.groups?.["program"];
  return program === undefined ? `${role}=[hidden]` : `${role}=command:${program} …`;
}

function maskedUrl(value: string): string {
  if (!URL.canParse(value)) return value;
  const url = new URL(value);
  const hidden = url.username !== "" || url.password !== "" ? "[hidden]@" : "";
  const query = url.search === "" ? "" : "?[hidden]";
  return `${url.protocol}//${hidden}${url.host}${url.pathname}${query}`;
}

function shownPath(path: string, { folder }: World): string {
  return folder === undefined ? path : relative(folder, path);
}
