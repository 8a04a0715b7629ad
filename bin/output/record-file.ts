import { closeSync, constants, openSync, writeSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { reasonOf } from "#targets";
import type { Secrets } from "#targets";
import { RecordEncoder } from "#reports";
import type { HeaderLine, RecordLine } from "#verdicts";
import { HarnessError } from "../process/program-errors.ts";
import type { Seal } from "./seal.ts";

const bufferCharacters = 64 * 1024;

/**
 * Rejects symbolic links. In a folder that belongs to another user, a link could cause any file to be overwritten.
 * Windows lacks this flag.
 */
const createOwn =
  constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | (constants.O_NOFOLLOW ?? 0);

export interface RecordFileOptions {
  /** Once the signal aborts, writes are no longer buffered, because the process may exit at any moment. */
  readonly signal: AbortSignal;
  /** Called once, if the file cannot be written. */
  readonly failed: () => void;
  readonly secrets?: Secrets;
  /** Seals each announced object, to prove which machine wrote the record. */
  readonly seal?: Seal;
  /** Maximum size in bytes. Defaults to {@link maxRecordBytes}. */
  readonly mostBytes?: number;
}

/** Higher levels make the record only slightly smaller, and the run slower. */
const gzipOptions = { level: 3 } as const;

/** 4 GiB. Limited, because the endpoint controls the size of its responses and must not fill the disk. */
const maxRecordBytes = 4 * 1024 ** 3;

/**
 * Writes a record line by line. Lines are buffered, but when a call has appended the announcement of an object, this
 * line and all preceding lines are on disk, because the create request is sent next. Disposing flushes the buffer. In a
 * file whose name ends with `.gz`, each write is a gzip member, so that a record can be read up to its last write.
 */
export class RecordFile implements Disposable {
  readonly #path: string;
  readonly #file: number;
  readonly #isCompressed: boolean;
  readonly #options: RecordFileOptions;
  readonly #encoder = new RecordEncoder();
  #buffer = "";
  #writtenBytes = 0;
  #header: HeaderLine | undefined;
  #problem: HarnessError | undefined;

  /** Creates or truncates the file. */
  constructor(path: string, options: RecordFileOptions) {
    this.#path = path;
    this.#isCompressed = path.endsWith(".gz");
    this.#options = options;
    try {
      this.#file = openSync(path, createOwn);
    } catch (error) {
      throw describeLoss(path, error);
    }
    options.signal.addEventListener("abort", this.#write);
  }

  /** Why the record is incomplete. Undefined if it is complete. */
  get problem(): HarnessError | undefined {
    return this.#problem;
  }

  /** Appends a line. Never throws; see {@link problem}. */
  append(line: RecordLine): void {
    try {
      const text = this.#encoder.encode(this.#sealed(line));
      this.#buffer += this.#options.secrets?.redactLines(text) ?? text;
    } catch (error) {
      this.#fail(error);
    }
    if (this.#isDue(line)) this.#write();
  }

  [Symbol.dispose](): void {
    this.#options.signal.removeEventListener("abort", this.#write);
    this.#write();
    closeSync(this.#file);
  }

  #sealed(line: RecordLine): RecordLine {
    const { seal } = this.#options;
    if (line.line === "header") {
      this.#header = line;
      return seal === undefined ? line : { ...line, commandSeal: seal.ofCommand(line) };
    }
    if (line.line !== "fixture" || line.event !== "creating") return line;
    if (seal === undefined || this.#header === undefined) return line;
    const { key, isDrawn = false } = line;
    return { ...line, seal: seal.of({ header: this.#header, key, isDrawn }) };
  }

  #isDue(line: RecordLine): boolean {
    const { signal } = this.#options;
    return this.#buffer.length >= bufferCharacters || signal.aborted || mustBeOnDisk(line);
  }

  readonly #write = (): void => {
    if (this.#problem !== undefined) return;
    if (this.#buffer === "") return;
    const bytes = this.#isCompressed
      ? gzipSync(this.#buffer, gzipOptions)
      : Buffer.from(this.#buffer);
    this.#buffer = "";
    this.#writtenBytes += bytes.length;
    const { mostBytes = maxRecordBytes } = this.#options;
    try {
      for (let written = 0; written < bytes.length;) {
        written += writeSync(this.#file, bytes, written);
      }
      if (this.#writtenBytes > mostBytes) throw new Error(`more than ${mostBytes} bytes`);
    } catch (error) {
      this.#fail(error);
    }
  };

  #fail(error: unknown): void {
    if (this.#problem !== undefined) return;
    this.#problem = describeLoss(this.#path, error);
    this.#options.failed();
  }
}

function mustBeOnDisk(line: RecordLine): boolean {
  if (line.line === "fixture") return line.event === "creating";
  return line.line === "header" || line.line === "footer";
}

function describeLoss(path: string, error: unknown): HarnessError {
  return new HarnessError(`cannot write the record ${path}: ${reasonOf(error)}`, {
    fix: "Free disk space, or choose another folder with --output, then run the command again.",
    cause: error,
  });
}
