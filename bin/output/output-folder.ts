import { accessSync, constants, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { formats } from "#reports";
import { codeOf, UsageError } from "../process/errors.ts";
import { makeFolder } from "./make-folder.ts";

/** Where the files of a run go. */
export interface OutputFolder {
  readonly folder: string;
  /** The record. */
  readonly recordPath: string;
  /** The report in JSON. */
  readonly reportPath: string;
}

/**
 * Makes sure that a run can write its files, before anything is sent. What an earlier run wrote stays
 * for now.
 *
 * @throws UsageError when the folder cannot be made or written to.
 */
export function prepareOutput(folder: string): OutputFolder {
  const output = {
    folder,
    recordPath: join(folder, "run.ndjson"),
    reportPath: join(folder, "report.json"),
  };
  try {
    makeFolder(resolve(folder));
    accessSync(folder, constants.W_OK | constants.X_OK);
    for (const path of [output.recordPath, output.reportPath]) checkFile(path);
    return output;
  } catch (error) {
    throw new UsageError(`the output folder cannot write to ${folder} (${codeOf(error)})`, {
      mend: "Name a writable folder with --output.",
      cause: error,
    });
  }
}

/** Removes the reports of an earlier run, so that none can be taken for this one's. */
export function forgetEarlierReports({ folder }: OutputFolder): void {
  for (const { file } of Object.values(formats)) rmSync(join(folder, file), { force: true });
}

function checkFile(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isFile()) throw new Error(`${path} is not a file`);
  accessSync(path, constants.W_OK);
}
