import { dirname, isAbsolute, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** Where this program is: an error in a file of an extension may have come out of it, too. */
const own = dirname(fileURLToPath(import.meta.url));

/**
 * Where in a file of the user's own an error comes from, as `checks/size.ts:12:5`, seen from a folder. Absent:
 * the error does not tell.
 */
export function placeOf(error: unknown, folder: string): string | undefined {
  if (!(error instanceof Error)) return undefined;
  // A mistake in the syntax has its place before the name of the error, a thrown one in its frames.
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
