import { realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { UsageError } from "../process/program-errors.ts";

/** Returns the absolute path of a file without links. The file, and folders above it, need not exist. */
export function placeOf(path: string): string {
  const full = resolve(path);
  try {
    return realpathSync.native(full);
  } catch {
    const folder = dirname(full);
    return folder === full ? full : join(placeOf(folder), basename(full));
  }
}

/**
 * Checks before anything is written that no output replaces an input, however both are spelled.
 *
 * @throws UsageError that recommends the option for the output.
 */
export function keepInputs(
  inputs: readonly string[],
  outputs: readonly string[],
  option: string,
): void {
  const kept = new Set(inputs.filter(isKept).map(placeOf));
  const lost = outputs.find((output) => kept.has(placeOf(output)));
  if (lost === undefined) return;
  throw new UsageError(`the output would overwrite the input ${lost}`, {
    fix: `Choose another path with ${option}.`,
  });
}

/** Devices such as a terminal can be both input and output. */
function isKept(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return true;
  }
}
