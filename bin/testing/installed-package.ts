import { execFile, execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { isJsonObject } from "#contract";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Few cases: recipes are tested with them, not checks. */
export const fewCases = "--only\nconcurrency/stale-version-conflicts#Service.*\n--seed\n1";

/** How a script ended, and all that it wrote. */
export interface EndedScript {
  readonly code: number;
  readonly out: string;
}

/** The package as it would be installed, with a command `conformance` in the path of scripts. Disposing removes it. */
export interface InstalledPackage extends Disposable {
  /** A folder for whatever a test needs. */
  readonly folder: string;
  /** Where the package is. */
  readonly program: string;
  /** Runs a script in bash, with nothing in its environment but these variables and the path. */
  run(
    cwd: string,
    script: string,
    variables: Readonly<Record<string, string>>,
  ): Promise<EndedScript>;
}

/** Builds the package from the sources as they are. */
export function installPackage(): InstalledPackage {
  const folder = mkdtempSync(join(tmpdir(), "conformance-recipes-"));
  const program = buildPackage(folder);
  return {
    folder,
    program,
    run: (cwd, script, variables) => {
      const { PATH = "", HOME = "" } = process.env;
      const env = { PATH: `${join(folder, "path")}:${PATH}`, HOME, NO_COLOR: "1", ...variables };
      const words = ["-euo", "pipefail", "-c", script];
      return new Promise((resolve) => {
        execFile("bash", words, { cwd, env, timeout: 120_000 }, (error, out, err) => {
          const code = typeof error?.code === "number" ? error.code : Number(error !== null);
          resolve({ code, out: out + err });
        });
      });
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}

function buildPackage(folder: string): string {
  const built = join(folder, "package");
  for (const name of ["package/reports", "package/reference", "package/docs", "path"]) {
    mkdirSync(join(folder, name), { recursive: true });
  }
  copyFileSync(join(root, "package.json"), join(built, "package.json"));
  copyFileSync(join(root, "reference/schema.graphql"), join(built, "reference/schema.graphql"));
  for (const name of ["reports/schema", "docs/ci"]) {
    cpSync(join(root, name), join(built, name), { recursive: true });
  }
  symlinkSync(join(root, "node_modules"), join(built, "node_modules"));
  execFileSync(process.execPath, ["bin/build.js", join(built, "dist/bin")], { cwd: root });
  const command = join(folder, "path", "conformance");
  writeFileSync(command, `#!/bin/sh\nexec node ${join(built, "dist/bin/cli.js")} "$@"\n`);
  chmodSync(command, 0o755);
  return built;
}

/** A file of the repository. */
export function repositoryText(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

/** A YAML file of the repository. */
export function repositoryYaml(path: string): unknown {
  const content: unknown = parse(repositoryText(path));
  return content;
}

/** A member of a document, by the names on the way to it; nothing where there is none. */
export function memberAt(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce((at, step) => (isJsonObject(at) ? at[step] : undefined), value);
}

/** The same, as a list; an empty one where there is none. */
export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = memberAt(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** The same, as names and texts; empty where there is none. */
export function textsAt(
  value: unknown,
  ...path: readonly string[]
): Readonly<Record<string, string>> {
  const found = memberAt(value, ...path);
  const entries = Object.entries(isJsonObject(found) ? found : {});
  return Object.fromEntries(entries.map(([name, of]) => [name, asText(of)]));
}

/** A text or a number, as a text; empty for anything else. */
export function asText(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
