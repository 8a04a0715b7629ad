import { existsSync, statSync } from "node:fs";
import { basename, join } from "node:path";

export const recordFiles = { plain: "run.ndjson", compressed: "run.ndjson.gz" } as const;

/** Returns the paths that a run in a folder writes its record to, or deletes. */
export function recordsIn(folder: string): readonly string[] {
  return Object.values(recordFiles).map((file) => join(folder, file));
}

/** Returns the path of the record in a folder, or the default path if there is none. */
export function recordIn(folder: string): string {
  const compressed = join(folder, recordFiles.compressed);
  const plain = join(folder, recordFiles.plain);
  return !existsSync(plain) && existsSync(compressed) ? compressed : plain;
}

/** Returns the path of the record that a path denotes: a file, or the output folder of a run. */
export function recordPathOf(path: string): string {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? recordIn(path) : path;
}

export function hasUsualName(path: string): boolean {
  return Object.values<string>(recordFiles).includes(basename(path));
}
