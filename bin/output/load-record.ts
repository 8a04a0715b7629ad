import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { basename } from "node:path";
import { pipeline } from "node:stream";
import type { Readable } from "node:stream";
import { constants, createGunzip } from "node:zlib";
import { readRecord, RecordReferences, RecordUnreadable, ReportBuilder } from "#reports";
import type { ReadOptions, RecordDigest, Report } from "#reports";
import { reasonOf } from "#targets";
import type { HeaderLine, RecordLine } from "#verdicts";
import { UsageError } from "../process/program-errors.ts";
import { recordPathOf } from "./record-files.ts";

/**
 * Reads a record of any size line by line.
 *
 * @throws UsageError when the file cannot be read, or is not a record that this release can read.
 */
export async function* readRecordFile(
  path: string,
  observations: NonNullable<ReadOptions["observations"]> = "restore",
): AsyncGenerator<RecordLine, void, undefined> {
  try {
    const references = observations === "restore" ? await referencesIn(path) : undefined;
    yield* readRecord(linesOf(path), {
      observations,
      ...(references === undefined ? {} : { references }),
    });
  } catch (error) {
    throw unreadable(path, error);
  }
}

async function referencesIn(path: string): Promise<RecordReferences> {
  const references = new RecordReferences();
  for await (const line of linesOf(path)) references.add(line);
  return references;
}

export async function readHeader(path: string): Promise<HeaderLine> {
  for await (const line of readRecordFile(path, "leave-out")) {
    if (line.line === "header") return line;
  }
  throw new Error("the record has no header");
}

/**
 * Maximum length of a line in a record, in characters. The line of a case in a large run takes a few million
 * characters.
 */
const maxLineCharacters = 128 * 1024 * 1024;

async function* linesOf(path: string): AsyncGenerator<string, void, undefined> {
  let rest = "";
  let lineNumber = 1;
  for await (const chunk of await textOf(path)) {
    const lines = String(chunk).split("\n");
    const last = lines.pop() ?? "";
    for (const line of lines) {
      yield rest + line;
      rest = "";
      lineNumber += 1;
    }
    rest += last;
    if (rest.length > maxLineCharacters) {
      throw new RecordUnreadable(lineNumber, `it is longer than ${maxLineCharacters} characters`);
    }
  }
  if (rest !== "") yield rest;
}

/** The compressed record of a killed run ends within a gzip member. The data up to that point is read. */
const gunzipOptions = { finishFlush: constants.Z_SYNC_FLUSH } as const;

async function textOf(path: string): Promise<Readable> {
  if (!(await isCompressed(path))) return createReadStream(path, { encoding: "utf8" });
  // The decompressed stream's reader receives the errors of both streams.
  return pipeline(createReadStream(path), createGunzip(gunzipOptions), () => {}).setEncoding(
    "utf8",
  );
}

async function isCompressed(path: string): Promise<boolean> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
  return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
}

export async function digestRecord(path: string): Promise<RecordDigest> {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  try {
    for await (const chunk of createReadStream(path)) {
      const bytes: unknown = chunk;
      if (!Buffer.isBuffer(bytes)) continue;
      hash.update(bytes);
      sizeBytes += bytes.length;
    }
  } catch (error) {
    throw unreadable(path, error);
  }
  return { file: basename(path), sha256: hash.digest("hex"), sizeBytes };
}

export async function loadReport(place: string): Promise<Report> {
  const path = recordPathOf(place);
  const builder = new ReportBuilder({ isRecalled: true });
  for await (const line of readRecordFile(path, "unresolved")) builder.add(line);
  return buildReportFrom(builder, path);
}

/**
 * Finishes a report whose builder has received all lines of a record. Exchanges that the builder evicted during long
 * cases are read from the file again.
 */
export async function buildReportFrom(builder: ReportBuilder, path: string): Promise<Report> {
  const wanted = builder.forgotten();
  if (wanted.size > 0) {
    for await (const line of readRecordFile(path, "leave-out")) builder.recall(line, wanted);
  }
  return builder.build(await digestRecord(path));
}

function unreadable(path: string, error: unknown): unknown {
  if (error instanceof RecordUnreadable) {
    return new UsageError(`${path}, ${error.message}`, {
      fix: "Pass an unmodified run.ndjson that this release wrote.",
      cause: error,
    });
  }
  if (!(error instanceof Error) || !("code" in error)) return error;
  return new UsageError(`cannot read the record ${path}: ${reasonOf(error)}`, {
    fix: "Pass the run.ndjson of a run, or its folder.",
    cause: error,
  });
}
