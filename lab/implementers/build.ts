import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { dirname, join, relative, resolve as absolute } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { Implementer, Words } from "./implementer.ts";

export type Built =
  | { readonly isBuilt: true; readonly folder: string }
  | { readonly isBuilt: false; readonly reason: string };

export interface BuildPlaces {
  readonly sources: string;
  readonly cache: string;
  readonly log: (line: string) => void;
}

const mark = ".built";

export interface Buildable extends Pick<Implementer, "build" | "name" | "tools"> {
  /** A folder or a file, relative to the sources. Defaults to the folder with the server's name. */
  readonly source?: string;
}

/** Builds a server in a copy of its folder, unless the same files have already been built. */
export async function build(implementer: Buildable, places: BuildPlaces): Promise<Built> {
  const { name, source: place = name, tools, build: steps } = implementer;
  for (const tool of tools) {
    const missing = await failureOf(tool, ".");
    if (missing !== undefined) return { isBuilt: false, reason: `no ${tool[0]}: ${missing}` };
  }
  const source = join(places.sources, place);
  const isFile = (await stat(source)).isFile();
  const top = isFile ? dirname(source) : source;
  const files = isFile ? [source] : await filesIn(source);
  const digest = await digestOf({ top, files }, JSON.stringify(steps));
  const folder = join(places.cache, `${name}-${digest}`);
  if (existsSync(join(folder, mark))) return { isBuilt: true, folder };
  places.log(`${name}: building`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const file of files) await cp(file, join(folder, relative(top, file)));
  for (const step of steps) {
    const words = step.map((word) => word.replace(/^\$cache(?=\/)/u, absolute(places.cache)));
    const failure = await failureOf(words, folder);
    if (failure !== undefined)
      return { isBuilt: false, reason: `${step.join(" ")} failed: ${failure}` };
  }
  await writeFile(join(folder, mark), "");
  return { isBuilt: true, folder };
}

/** Runs a command. Resolves with undefined on success, otherwise with the error or the last line of output. */
function failureOf([program = "", ...words]: Words, folder: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(program, words, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
    let printed = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8");
      stream.on("data", (text: string) => {
        printed = `${printed}${text}`.slice(-4_000);
      });
    }
    child.on("error", (error) => resolve(error.message));
    child.on("close", (code) => {
      const lines = stripVTControlCharacters(printed).trim().split("\n");
      // Maven prints advice at the end. The first error is more useful.
      const reason = lines.find((line) => line.startsWith("[ERROR] ")) ?? lines.at(-1) ?? "";
      resolve(code === 0 ? undefined : reason || `it failed with ${code}`);
    });
  });
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map((one) => join(one.parentPath, one.name)).toSorted();
}

interface Sources {
  readonly top: string;
  readonly files: readonly string[];
}

async function digestOf({ top, files }: Sources, steps: string): Promise<string> {
  const hash = createHash("sha256").update(steps);
  for (const file of files) {
    hash
      .update(relative(top, file))
      .update("\0")
      .update(await readFile(file));
  }
  return hash.digest("hex").slice(0, 16);
}
