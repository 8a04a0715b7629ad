import { dirname, isAbsolute, relative } from "node:path";
import { fileURLToPath } from "node:url";

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
