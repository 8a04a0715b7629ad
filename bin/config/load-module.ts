import { spawnSync } from "node:child_process";
import { dirname, isAbsolute, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { UsageError } from "../process/program-errors.ts";
import { offerOwnExports, ownExports } from "./own-exports.ts";

/**
 * Returns the default export of a user's module.
 *
 * @throws UsageError if the module cannot be loaded or has no default export. States the line of the error if Node.js
 * reports it.
 */
export async function loadModule(path: string): Promise<unknown> {
  let module: unknown;
  try {
    module = await importModule(path);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw broken(path, error);
  }
  const value: unknown =
    typeof module === "object" && module !== null ? Reflect.get(module, "default") : undefined;
  if (value !== undefined) return value;
  throw new UsageError(`${path} has no default export`, {
    fix: "Add export default defineConfig({...}) or export default defineExtension({...}).",
  });
}

function broken(path: string, error: unknown): UsageError {
  const [first = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  const name = error instanceof Error ? `${error.name}: ` : "";
  const place = placeOf(error, dirname(path)) ?? placeOfSyntax(path, error);
  const where = place === undefined ? "" : ` (${place})`;
  return new UsageError(`${path} failed: ${name}${first}${where}`, {
    fix: "Fix the error in the module; --verbose prints the full error.",
    cause: error,
  });
}

/**
 * Finds the line of a syntax error in an imported file by checking the file in a separate process, because Node.js does
 * not report it on import.
 */
function placeOfSyntax(path: string, error: unknown): string | undefined {
  if (!(error instanceof SyntaxError)) return undefined;
  const { stderr } = spawnSync(process.execPath, ["--check", path], {
    encoding: "utf8",
    timeout: 10_000,
  });
  return placeOf(new Error(stderr), dirname(path));
}

function importModule(path: string): Promise<unknown> {
  if (/\.[cm]?ts$/u.test(path) && !canStripTypes()) return importWithTypes(path);
  offerOwnExports();
  return import(pathToFileURL(path).href);
}

/** Whether this release of Node.js strips types without a loader, as recent releases do. */
function canStripTypes(): boolean {
  const features: object = process.features;
  return "typescript" in features && features.typescript !== false;
}

/** Imports a TypeScript file in a release of Node.js that cannot strip types. */
async function importWithTypes(path: string): Promise<unknown> {
  const { createJiti } = await import("jiti").catch((cause: unknown) => {
    throw new UsageError(`${path} cannot be loaded in Node.js ${process.versions.node}`, {
      fix: "Use Node.js 22.18 or newer, run npm install --save-dev jiti, or write the module in JavaScript (.mjs).",
      cause,
    });
  });
  return createJiti(pathToFileURL(path).href, {
    fsCache: false,
    alias: { ...ownExports() },
  }).import(path);
}

/**
 * The folder of this program. Stack frames in this folder are skipped, because the program may throw an error that an
 * extension's file caused.
 */
const own = dirname(fileURLToPath(import.meta.url));

/**
 * Finds the position in the user's file where an error was thrown, relative to a folder, e.g. `checks/size.ts:12:5`.
 * Returns undefined if the error has no position.
 */
export function placeOf(error: unknown, folder: string): string | undefined {
  if (!(error instanceof Error)) return undefined;
  // A syntax error has its position in the message or at the start of the stack, and other errors have it in a stack
  // frame.
  const text = `${error.message}\n${error.stack ?? ""}`;
  for (const match of text.matchAll(
    /(?<![\w.:/])(?:file:\/\/)?(?<file>\/[^\s:()]+):(?<at>\d+(?::\d+)?)/gu,
  )) {
    const { file = "", at = "" } = match.groups ?? {};
    if (!isTheirs(file)) continue;
    return `${shown(decodeURI(file), folder)}:${at}`;
  }
  return undefined;
}

function isTheirs(file: string): boolean {
  return !file.includes("/node_modules/") && !file.startsWith(own);
}

function shown(file: string, folder: string): string {
  const path = relative(folder, file);
  return path.startsWith("..") || isAbsolute(path) ? file : path;
}
