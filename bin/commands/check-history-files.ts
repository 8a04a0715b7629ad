import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

const bufferBytes = 2 ** 17;

const readBytes = 2 ** 20;

interface PartFile {
  readonly descriptor: number;
  readonly buffer: Buffer;
  buffered: number;
  size: number;
}

/**
 * Temporary files with the parts of a split history. The files are unlinked right after they are opened, so that none
 * remains, no matter how the process exits. On systems that cannot unlink open files, they are removed on disposal.
 * Methods throw the errors of the file system.
 */
export class PartFiles implements Disposable {
  readonly #folder: string;
  readonly #files: readonly PartFile[];

  constructor(parent: string, count: number) {
    this.#folder = mkdtempSync(join(parent, "conformance-history-"));
    this.#files = Array.from({ length: count }, (_, part) => ({
      descriptor: openSync(join(this.#folder, `${part}`), "wx+", 0o600),
      buffer: Buffer.allocUnsafe(bufferBytes),
      buffered: 0,
      size: 0,
    }));
    removeIfPossible(this.#folder);
  }

  append(part: number, text: string): void {
    const file = this.#fileOf(part);
    // A UTF-16 code unit takes up to three bytes in UTF-8.
    const most = text.length * 3;
    if (file.buffered + most > bufferBytes) flush(file);
    if (most > bufferBytes) writeAll(file, Buffer.from(text));
    else file.buffered += file.buffer.write(text, file.buffered);
  }

  sizeOf(part: number): number {
    const { size, buffered } = this.#fileOf(part);
    return size + buffered;
  }

  *read(part: number): Generator<string> {
    const decoder = new TextDecoder();
    for (const bytes of this.readBytes(part)) yield decoder.decode(bytes, { stream: true });
  }

  /** Yields a part in pieces. Each piece reuses the memory of the previous one. */
  *readBytes(part: number): Generator<Buffer> {
    const file = this.#fileOf(part);
    flush(file);
    const buffer = Buffer.allocUnsafe(Math.min(readBytes, file.size));
    for (let at = 0; at < file.size;) {
      const length = readSync(file.descriptor, buffer, 0, buffer.length, at);
      at += length;
      yield buffer.subarray(0, length);
    }
  }

  readAt(part: number, at: number, into: Buffer): number {
    const file = this.#fileOf(part);
    flush(file);
    const wanted = Math.min(into.length, file.size - at);
    let length = 0;
    while (length < wanted) {
      length += readSync(file.descriptor, into, length, wanted - length, at + length);
    }
    return wanted;
  }

  [Symbol.dispose](): void {
    for (const { descriptor } of this.#files) closeSync(descriptor);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #fileOf(part: number): PartFile {
    const file = this.#files[part];
    if (file === undefined) throw new RangeError(`no part ${part}`);
    return file;
  }
}

function flush(file: PartFile): void {
  writeAll(file, file.buffer.subarray(0, file.buffered));
  file.buffered = 0;
}

function writeAll(file: PartFile, bytes: Buffer): void {
  for (let at = 0; at < bytes.length;) {
    at += writeSync(file.descriptor, bytes, at, bytes.length - at, file.size + at);
  }
  file.size += bytes.length;
}

function removeIfPossible(folder: string): void {
  try {
    rmSync(folder, { recursive: true });
  } catch {
    // On systems that cannot unlink open files, the file is removed on disposal.
  }
}
