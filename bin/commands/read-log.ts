import { tmpdir } from "node:os";
import { codeOf } from "#targets";
import { UsageError } from "../process/program-errors.ts";
import { openHistory, refuseOtherFormats } from "./check-history-input.ts";
import { unreadableLog } from "./history-problem.ts";

/** Maximum length of a line, in bytes: enough for the list of all pods in a large cluster. */
const maxLineBytes = 32 * 2 ** 20;

const lineFeed = 0x0a;

type TakeLogLine = (text: string, line: number) => void;

interface LogLines {
  readonly lines: number;
  /** Number of lines that were skipped because they exceeded the limit. */
  readonly tooLong: number;
}

/**
 * Passes the lines of a log to `take`, with at most one line in memory. Skips overlong lines. Replaces invalid UTF-8,
 * so that a single name in another encoding does not invalidate the rest.
 *
 * @throws HistoryError for a compressed or binary file.
 */
async function readLogLines(
  bytes: AsyncIterable<Uint8Array>,
  take: TakeLogLine,
): Promise<LogLines> {
  const cutter = new LineCutter(take);
  for await (const piece of bytes) cutter.push(piece);
  return cutter.end();
}

class LineCutter {
  readonly #take: TakeLogLine;
  #rest: Buffer[] = [];
  #restBytes = 0;
  #lines = 0;
  #tooLong = 0;
  #isBegun = false;

  constructor(take: TakeLogLine) {
    this.#take = take;
  }

  push(piece: Uint8Array): void {
    if (!this.#isBegun && piece.length > 0) {
      this.#isBegun = true;
      refuseOtherFormats(piece);
    }
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.length);
    const last = bytes.lastIndexOf(lineFeed);
    if (last < 0) return this.#hold(bytes);
    const first = bytes.indexOf(lineFeed);
    this.#hold(bytes.subarray(0, first));
    this.#endLine();
    if (last > first) this.#whole(bytes.toString("utf8", first + 1, last));
    this.#hold(bytes.subarray(last + 1));
  }

  end(): LogLines {
    if (this.#restBytes > 0) this.#endLine();
    return { lines: this.#lines, tooLong: this.#tooLong };
  }

  /** Buffers an incomplete line. Once it exceeds the limit, keeps only its length. */
  #hold(bytes: Buffer): void {
    this.#restBytes += bytes.length;
    if (this.#restBytes > maxLineBytes) this.#rest = [];
    // Copied, because the stream reuses its buffer.
    else if (bytes.length > 0) this.#rest.push(Buffer.from(bytes));
  }

  #endLine(): void {
    if (this.#restBytes > maxLineBytes) {
      this.#lines += 1;
      this.#tooLong += 1;
    } else {
      this.#line(Buffer.concat(this.#rest).toString("utf8"));
    }
    this.#rest = [];
    this.#restBytes = 0;
  }

  #whole(text: string): void {
    let start = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
      this.#line(text.slice(start, end));
      start = end + 1;
    }
    this.#line(text.slice(start));
  }

  #line(text: string): void {
    this.#lines += 1;
    if (text !== "" && text !== "\r") this.#take(text, this.#lines);
  }
}

export async function readLog(file: string, take: TakeLogLine): Promise<LogLines> {
  try {
    return await readLogLines(openHistory(file).bytes, take);
  } catch (error) {
    if (codeOf(error) !== "ENOSPC") throw unreadableLog(file, error);
    throw new UsageError(`not enough space in ${tmpdir()} for the requests of ${file} (ENOSPC)`, {
      fix: "Select objects with --object, or set TMPDIR to another folder.",
      cause: error,
    });
  }
}
