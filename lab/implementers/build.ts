import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { join, relative, resolve as absolute } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { Implementer, Words } from "./implementer.ts";

/** Where a server was built, or why it was not. */
export type Built =
  | { readonly isBuilt: true; readonly folder: string }
  | { readonly isBuilt: false; readonly reason: string };

/** Where the sources are, and where what is built is kept. */
export interface BuildPlaces {
  /** Holds one folder per language. */
  readonly sources: string;
  readonly cache: string;
  readonly tell: (line: string) => void;
}

/** Is written when everything is built. */
const mark = ".built";

/** What is built, and how. */
export type Buildable = Pick<Implementer, "build" | "name" | "tools">;

/** Builds a server in a copy of its folder, or takes the one that was built from the same files. */
export async function build(implementer: Buildable, places: BuildPlaces): Promise<Built> {
  const { name, tools, build: steps } = implementer;
  for (const tool of tools) {
    const missing = await failureOf(tool, ".");
    if (missing !== undefined) return { isBuilt: false, reason: `no ${tool[0]}: ${missing}` };
  }
  const source = join(places.sources, name);
  const digest = await digestOf(source, JSON.stringify(steps));
  const folder = join(places.cache, `${name}-${digest}`);
  if (existsSync(join(folder, mark))) return { isBuilt: true, folder };
  places.tell(`${name}: building`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await cp(source, folder, { recursive: true });
  for (const step of steps) {
    const words = step.map((word) => word.replace(/^\$cache(?=\/)/u, absolute(places.cache)));
    const failure = await failureOf(words, folder);
    if (failure !== undefined)
      return { isBuilt: false, reason: `${step.join(" ")} failed: ${failure}` };
  }
  await writeFile(join(folder, mark), "");
  return { isBuilt: true, folder };
}

/** Runs a command to its end. Resolves with the line that says why, or the last one, where it failed. */
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
      // Maven ends with advice, and says first what is wrong.
      const reason = lines.find((line) => line.startsWith("[ERROR] ")) ?? lines.at(-1) ?? "";
      resolve(code === 0 ? undefined : reason || `it ended with ${code}`);
    });
  });
}

/** Names all files of a folder with what is in them, and how they are built. */
async function digestOf(folder: string, steps: string): Promise<string> {
  const hash = createHash("sha256").update(steps);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((one) => join(one.parentPath, one.name));
  for (const file of files.toSorted()) {
    hash
      .update(relative(folder, file))
      .update("\0")
      .update(await readFile(file));
  }
  return hash.digest("hex").slice(0, 16);
}
