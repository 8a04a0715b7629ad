import { accessSync, constants, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { formats } from "#reports";
import { reasonOf } from "#targets";
import type { OutputSettings } from "../options/option-groups.ts";
import { UsageError } from "../process/program-errors.ts";
import { makeFolder } from "./make-folder.ts";
import { recordFiles, recordsIn } from "./record-files.ts";

export interface OutputFolder {
  readonly folder: string;
  readonly recordPath: string;
  readonly reportPath: string;
}

/**
 * Checks that a run can write its files, before any request is sent. Does not delete the files of an earlier run yet.
 *
 * @throws UsageError when the folder cannot be created or written to.
 */
export function prepareOutput({ output: folder, isCompressed }: OutputSettings): OutputFolder {
  const output = {
    folder,
    recordPath: join(folder, recordFiles[isCompressed ? "compressed" : "plain"]),
    reportPath: join(folder, "report.json"),
  };
  try {
    makeFolder(resolve(folder));
    accessSync(folder, constants.W_OK | constants.X_OK);
    for (const path of [output.recordPath, output.reportPath]) checkFile(path);
    return output;
  } catch (error) {
    throw new UsageError(`cannot write to the output folder ${folder}: ${reasonOf(error)}`, {
      fix: "Specify a writable folder with --output.",
      cause: error,
    });
  }
}

/**
 * Deletes the reports of an earlier run, and the record if its name differs, so that they cannot be mistaken for those
 * of the new run.
 */
export function forgetEarlierRun({ folder, recordPath }: OutputFolder): void {
  const reports = Object.values(formats).map(({ file }) => join(folder, file));
  const earlier = [...reports, ...recordsIn(folder).filter((path) => path !== recordPath)];
  for (const path of earlier) rmSync(path, { force: true });
}

function checkFile(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isFile()) throw new Error(`${path} is not a file`);
  accessSync(path, constants.W_OK);
}
