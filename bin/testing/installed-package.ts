import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { isJsonObject } from "#contract";
import { packPackage } from "./packed-package.ts";
import { testLimitMs } from "./test-limit.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Selects a few cases, because the tests cover the recipes, not the checks. */
export const fewCases = "--only\nconcurrency/stale-version-conflicts#Service.*\n--seed\n1";

export interface EndedScript {
  readonly code: number;
  readonly out: string;
}

/** The installed package, whose command `conformance` is in the PATH of scripts. Disposing removes it. */
export interface InstalledPackage extends Disposable {
  readonly folder: string;
  readonly program: string;
  /** Runs a script in bash, whose environment contains only these variables, PATH, HOME and NO_COLOR. */
  run(
    cwd: string,
    script: string,
    variables: Readonly<Record<string, string>>,
  ): Promise<EndedScript>;
}

export function installPackage(): InstalledPackage {
  const { folder, installed, commands, ...packed } = packPackage({ withTypes: false });
  return {
    folder,
    program: installed,
    run: (cwd, script, variables) => {
      const { PATH = "", HOME = "" } = process.env;
      const env = { PATH: `${commands}:${PATH}`, HOME, NO_COLOR: "1", ...variables };
      const args = ["-euo", "pipefail", "-c", script];
      return new Promise((resolve) => {
        execFile("bash", args, { cwd, env, timeout: testLimitMs }, (error, out, err) => {
          const code = typeof error?.code === "number" ? error.code : Number(error !== null);
          resolve({ code, out: out + err });
        });
      });
    },
    [Symbol.dispose]: () => packed[Symbol.dispose](),
  };
}

export function repositoryText(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

export function repositoryYaml(path: string): unknown {
  const content: unknown = parse(repositoryText(path));
  return content;
}

/** Returns a field of a document by its path. Returns undefined if the field is missing. */
export function memberAt(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce((at, step) => (isJsonObject(at) ? at[step] : undefined), value);
}

/** Like {@link memberAt}, as a list. Empty if the field is missing. */
export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = memberAt(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** Like {@link memberAt}, as strings by name. Empty if the field is missing. */
export function textsAt(
  value: unknown,
  ...path: readonly string[]
): Readonly<Record<string, string>> {
  const found = memberAt(value, ...path);
  const entries = Object.entries(isJsonObject(found) ? found : {});
  return Object.fromEntries(entries.map(([name, of]) => [name, asText(of)]));
}

export function asText(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
