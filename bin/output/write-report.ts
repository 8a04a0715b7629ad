import { accessSync, constants, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { suiteCommand } from "#contract";
import { formats, renderFormat } from "#reports";
import { reasonOf } from "#targets";
import type { Secrets } from "#targets";
import type { FormatOptions, Report, SchemaFile } from "#reports";
import { HarnessError, UsageError } from "../process/program-errors.ts";
import type { FormatRequest } from "../options/format-requests.ts";
import { keepInputs } from "../options/input-files.ts";
import type { Output } from "../process/world.ts";
import { makeFolder } from "./make-folder.ts";

export interface ReportPlaces {
  /** Folder for formats without a file name. Defaults to standard output. */
  readonly folder?: string;
  readonly options: FormatOptions;
  readonly terminal: (report: Report) => string;
  readonly out: Pick<Output, "write" | "writeDocument">;
  readonly secrets?: Secrets;
}

/** The files that were written, and whether a format was also printed to standard output. */
export interface WrittenReports {
  readonly paths: readonly string[];
  readonly isPrinted: boolean;
}

/**
 * Writes a report in all requested formats. Files are written before anything is printed, so that they exist when the
 * last line is printed.
 */
export function writeReport(
  report: Report,
  requests: readonly FormatRequest[],
  places: ReportPlaces,
): WrittenReports {
  const placed = requests.map((request) => ({ request, path: pathOf(request, places.folder) }));
  for (const { request, path } of placed) {
    if (path === undefined) continue;
    const text = textOf(report, request, places);
    writeText(path, places.secrets?.redact(text) ?? text);
  }
  for (const { request, path } of placed) {
    if (path !== undefined) continue;
    const text = textOf(report, request, places);
    if (request.format === "terminal") places.out.write(text);
    else places.out.writeDocument(text);
  }
  const paths = placed.flatMap(({ path }) => (path === undefined ? [] : [path]));
  return { paths, isPrinted: paths.length < placed.length };
}

/**
 * Checks before the run that the named files can be written, and creates their folders.
 *
 * @throws UsageError also if a file is one of the records.
 */
export function checkPlaces(requests: readonly FormatRequest[], records: readonly string[]): void {
  keepInputs(
    records,
    requests.flatMap(({ file }) => file ?? []),
    "--format",
  );
  for (const { format, file } of requests) {
    if (file === undefined || file === "-") continue;
    try {
      const found = statSync(file, { throwIfNoEntry: false });
      if (found === undefined) {
        makeFolder(resolve(dirname(file)));
        accessSync(dirname(file), constants.W_OK | constants.X_OK);
      }
      if (found?.isDirectory() === true) throw new Error("it is a folder");
      if (found !== undefined) accessSync(file, constants.W_OK);
    } catch (error) {
      throw new UsageError(`cannot write to ${file}: ${reasonOf(error)}`, {
        fix: `Specify a writable file with --format ${format}=FILE.`,
        cause: error,
      });
    }
  }
}

export function readSchemaFile(path: string): SchemaFile {
  try {
    return { path, text: readFileSync(path, "utf8") };
  } catch (error) {
    throw new UsageError(`cannot read the schema ${path}: ${reasonOf(error)}`, {
      fix: "Pass a GraphQL SDL file with --schema-file.",
      cause: error,
    });
  }
}

function pathOf({ format, file }: FormatRequest, folder: string | undefined): string | undefined {
  if (file !== undefined) return file === "-" ? undefined : file;
  if (format === "terminal" || folder === undefined) return undefined;
  const { file: usual, isForOutput = false } = formats[format];
  return isForOutput ? undefined : join(folder, usual);
}

function textOf(report: Report, { format }: FormatRequest, places: ReportPlaces): string {
  return format === "terminal"
    ? places.terminal(report)
    : renderFormat(format, report, places.options);
}

function writeText(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw new HarnessError(`cannot write the report ${path}: ${reasonOf(error)}`, {
      fix: `Free disk space or choose another location. Then run the command again, or render the record with ${suiteCommand} report.`,
      cause: error,
    });
  }
}
