import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** Creates a folder and its parents. Avoids the option `recursive`, which loops forever below `/proc`. */
export function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent);
  mkdirSync(path);
}
