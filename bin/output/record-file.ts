import { closeSync, constants, openSync, writeSync } from "node:fs";
import type { Secrets } from "#targets";
import { RecordEncoder } from "#reports";
import type { HeaderLine, RecordLine } from "#verdicts";
import { codeOf, HarnessError } from "../process/errors.ts";
import type { Seal } from "./seal.ts";

/** How many characters are held back before they are written. */
const bufferCharacters = 64 * 1024;

/** Following a link in a folder of another user would overwrite its target. Absent on Windows. */
const createOwn =
  constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | (constants.O_NOFOLLOW ?? 0);

/** How a record is written. */
export interface RecordFileOptions {
  /** Once it is aborted nothing is held back any more: the process may be ended at any moment. */
  readonly signal: AbortSignal;
  /** Called once, when the file cannot be written any more. */
  readonly failed: () => void;
  /** Redacts secrets. None by default. */
  readonly secrets?: Secrets;
  /** Stored with each announcement of an object, to show where the record was written. */
  readonly seal?: Seal;
  /** How large the file may get, in bytes; {@link mostRecordBytes} by default. */
  readonly mostBytes?: number;
}

/** An endpoint decides how much it says, and must not fill the disk: 4 GiB. */
const mostRecordBytes = 4 * 1024 ** 3;

/**
 * Writes a record line by line. Most lines wait in a buffer; that an object is about to be created is
 * on disk, with everything before it, when the call returns, because its request goes out next.
 * Disposing writes the rest.
 */
export class RecordFile implements Disposable {
  readonly #path: string;
  readonly #file: number;
  readonly #options: RecordFileOptions;
  readonly #encoder = new RecordEncoder();
  #buffer = "";
  #writtenBytes = 0;
  #header: HeaderLine | undefined;
  #problem: HarnessError | undefined;

  /**
   * Starts a fresh file.
   *
   * @throws HarnessError when it cannot be opened.
   */
  constructor(path: string, options: RecordFileOptions) {
    this.#path = path;
    this.#options = options;
    try {
      this.#file = openSync(path, createOwn);
    } catch (error) {
      throw describeLoss(path, error);
    }
    options.signal.addEventListener("abort", this.#write);
  }

  /** Why the record is not complete; absent while all is well. */
  get problem(): HarnessError | undefined {
    return this.#problem;
  }

  /** Takes one line. Never throws: see {@link problem}. */
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
    if (line.line === "header") this.#header = line;
    const { seal } = this.#options;
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
    const bytes = Buffer.from(this.#buffer);
    this.#buffer = "";
    this.#writtenBytes += bytes.length;
    const { mostBytes = mostRecordBytes } = this.#options;
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
  return new HarnessError(`cannot write the record ${path} (${codeOf(error)})`, {
    mend: "Free disk space or name another folder with --output, then run it again.",
    cause: error,
  });
}
