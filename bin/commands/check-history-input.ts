import { isUtf8 } from "node:buffer";
import { createReadStream, fstatSync, statSync } from "node:fs";
import type { Stats } from "node:fs";
import { stdin } from "node:process";
import { HistoryError } from "#checker";

/** Maximum length of an incomplete line, in bytes. */
const maxLineBytes = 4 * 2 ** 20;

const readBytes = 2 ** 18;

const lineFeed = 0x0a;

/** Magic numbers of binary formats that users pass by mistake. */
const signatures: readonly {
  readonly bytes: readonly number[];
  readonly problem: string;
}[] = [
  { bytes: [0x1f, 0x8b], problem: "compressed with gzip; unpack it first: gzip -dc" },
  { bytes: [0x28, 0xb5, 0x2f, 0xfd], problem: "compressed with zstd; unpack it first: zstd -dc" },
  { bytes: [0x50, 0x4b, 0x03, 0x04], problem: "a zip archive; unpack it first: unzip -p" },
  { bytes: [0xff, 0xfe], problem: "encoded in UTF-16; a history is encoded in UTF-8" },
  { bytes: [0xfe, 0xff], problem: "encoded in UTF-16; a history is encoded in UTF-8" },
];

export interface HistoryInput {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Absent for a stream: its size is unknown until it has been read. */
  readonly sizeBytes?: number;
}

export function openHistory(file: string): HistoryInput {
  const isStandardInput = file === "-";
  const kind = isStandardInput ? fstatSync(0) : statSync(file);
  // Reads pipes through `stdin`, which waits for data, unlike a read from the descriptor.
  if (isStandardInput && !isStored(kind)) return { bytes: stdin };
  const options = { highWaterMark: readBytes, ...(isStandardInput ? { fd: 0 } : {}) };
  const bytes: AsyncIterable<Uint8Array> = createReadStream(file, options);
  return kind.isFile() ? { bytes, sizeBytes: kind.size } : { bytes };
}

/** Folders are opened like files, so that the operating system reports the error. */
function isStored(kind: Stats): boolean {
  return kind.isFile() || kind.isDirectory();
}

/**
 * Decodes bytes into whole lines. Rejects invalid UTF-8, because replacement characters could make two different names
 * equal.
 *
 * @throws HistoryError that cites the line, for invalid UTF-8, an overlong line, or a binary file.
 */
export class LineDecoder {
  #rest: Uint8Array = new Uint8Array(0);
  #lines = 0;
  #isBegun = false;

  decode(bytes: Uint8Array): string {
    const end = bytes.lastIndexOf(lineFeed) + 1;
    const whole = Buffer.concat([this.#rest, bytes.subarray(0, end)]);
    if (end === 0) {
      this.#rest = Buffer.concat([this.#rest, bytes]);
      this.#refuseLongLine();
      return "";
    }
    this.#rest = Uint8Array.from(bytes.subarray(end));
    return this.#textOf(whole);
  }

  /** Returns the last line if it does not end with a line feed. */
  end(): string {
    return this.#textOf(Buffer.from(this.#rest));
  }

  #textOf(bytes: Buffer): string {
    this.#refuseOtherFormats(bytes);
    if (!isUtf8(bytes)) throw new HistoryError(this.#lineOfFault(bytes), "not encoded in UTF-8");
    this.#lines += count(bytes, lineFeed);
    return bytes.toString("utf8");
  }

  #refuseOtherFormats(bytes: Uint8Array): void {
    if (this.#isBegun || bytes.length === 0) return;
    this.#isBegun = true;
    refuseOtherFormats(bytes);
  }

  #refuseLongLine(): void {
    if (this.#rest.length <= maxLineBytes) return;
    this.#refuseOtherFormats(this.#rest);
    throw new HistoryError(this.#lines + 1, `longer than ${maxLineBytes} bytes`);
  }

  #lineOfFault(bytes: Buffer): number {
    let line = this.#lines + 1;
    let start = 0;
    for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, start)) {
      if (!isUtf8(bytes.subarray(start, end))) return line;
      line += 1;
      start = end + 1;
    }
    return line;
  }
}

/**
 * Rejects binary files.
 *
 * @throws HistoryError that names the format if the first bytes identify it.
 */
export function refuseOtherFormats(bytes: Uint8Array): void {
  const known = signatures.find((signature) =>
    signature.bytes.every((byte, i) => bytes[i] === byte),
  );
  if (known !== undefined) throw new HistoryError(1, `the file is ${known.problem}`);
  if (bytes[0] === 0) throw new HistoryError(1, "the file is not text: it starts with a zero byte");
}

function count(bytes: Buffer, byte: number): number {
  let found = 0;
  for (let at = bytes.indexOf(byte); at >= 0; at = bytes.indexOf(byte, at + 1)) found += 1;
  return found;
}
