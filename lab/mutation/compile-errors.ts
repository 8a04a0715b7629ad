import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { changedText } from "./change.ts";
import type { Change } from "./change.ts";

export interface FileChange extends Change {
  readonly id: string;
  readonly fileName: string;
}

/**
 * Returns the changes that do not compile, each with its first error. Compiles all changes in one call. Each is a
 * separate file in a folder where imports resolve as in the tree.
 */
export function compileErrors(
  changes: readonly FileChange[],
  root: string,
): ReadonlyMap<string, string> {
  if (changes.length === 0) return new Map();
  mkdirSync(join(root, "dist"), { recursive: true });
  const folder = mkdtempSync(join(root, "dist", "mutants-"));
  try {
    const names = new Map(changes.map((change) => [nameOf(change, root), change.id]));
    for (const change of changes) {
      const path = join(folder, nameOf(change, root));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, changedText(readFileSync(change.fileName, "utf8"), change));
    }
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(configOf([...names.keys()])));
    return complaints(compile(root, folder), names);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Returns the path of a mutant, relative to the folder in which mutants are compiled. The path is unique. Its folder is
 * that of the mutated file, so that relative imports resolve.
 */
function nameOf({ id, fileName }: FileChange, root: string): string {
  const path = relative(root, fileName);
  return join(dirname(path), `${basename(path, ".ts")}.mutant-${id}.ts`);
}

function configOf(files: readonly string[]): object {
  return {
    extends: "../../tsconfig.json",
    compilerOptions: { rootDirs: [".", "../.."] },
    include: [],
    files,
  };
}

function compile(root: string, folder: string): string {
  const program = join(root, "node_modules", "typescript", "bin", "tsc");
  const call = [program, "-p", folder, "--pretty", "false"];
  try {
    return execFileSync(process.execPath, call, {
      cwd: folder,
      encoding: "utf8",
      maxBuffer: 2 ** 28,
    });
  } catch (error) {
    if (error instanceof Error && "stdout" in error) return String(error.stdout);
    throw error;
  }
}

function complaints(
  printed: string,
  names: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const general = /^error .+$/m.exec(printed);
  if (general !== null) throw new Error(`the compiler did not compile the mutants: ${general[0]}`);
  for (const [, file = "", statusFailure = ""] of printed.matchAll(
    /^(.+?)\(\d+,\d+\): (error .+)$/gm,
  )) {
    const id = names.get(file);
    if (id === undefined)
      throw new Error(`${file} does not compile without mutants: ${statusFailure}`);
    if (!found.has(id)) found.set(id, statusFailure);
  }
  return found;
}
