import { tmpdir } from "node:os";
import type { StoredLines } from "#wings/logs";
import { PartFiles } from "./check-history-files.ts";
import { Column } from "#wings/logs";

const blockBytes = 2 ** 18;
const maxBlocks = 16;

const lineFeed = 0x0a;

/**
 * The lines of a part, read from its file on demand. Optimized for access that is mostly sequential, or that alternates
 * between a few sequential positions.
 */
export class PartLines implements StoredLines {
  readonly #files: PartFiles;
  readonly #part: number;
  /** Byte offset of each line, followed by the offset of the end of the last line. */
  #starts = new Column(Float64Array);
  readonly #blocks = new Map<number, Buffer>();

  constructor(files: PartFiles, part: number) {
    this.#files = files;
    this.#part = part;
  }

  /** Yields all lines. Must run to completion before lines can be read by index. */
  *[Symbol.iterator](): Generator<string> {
    const starts = new Column(Float64Array);
    starts.push(0);
    this.#starts = starts;
    let rest: Buffer[] = [];
    let pieceStart = 0;
    for (const piece of this.#files.readBytes(this.#part)) {
      let start = 0;
      for (let end = piece.indexOf(lineFeed); end >= 0; end = piece.indexOf(lineFeed, start)) {
        const text = Buffer.concat([...rest, piece.subarray(start, end)]).toString();
        rest = [];
        start = end + 1;
        starts.push(pieceStart + start);
        yield text;
      }
      rest.push(Buffer.from(piece.subarray(start)));
      pieceStart += piece.length;
    }
  }

  at(position: number): string | undefined {
    if (position + 1 >= this.#starts.count) return undefined;
    return this.#text(this.#starts.at(position), this.#starts.at(position + 1) - 1);
  }

  #text(start: number, end: number): string {
    const number = Math.floor(start / blockBytes);
    const first = number * blockBytes;
    if (end <= first + blockBytes) {
      return this.#block(number).toString("utf8", start - first, end - first);
    }
    const bytes = Buffer.allocUnsafe(end - start);
    this.#files.readAt(this.#part, start, bytes);
    return bytes.toString();
  }

  #block(number: number): Buffer {
    const known = this.#blocks.get(number);
    if (known !== undefined) {
      this.#blocks.delete(number);
      this.#blocks.set(number, known);
      return known;
    }
    const [oldest] = this.#blocks.keys();
    const isFull = oldest !== undefined && this.#blocks.size >= maxBlocks;
    // Reuses the memory of the evicted block.
    const block = (isFull ? this.#blocks.get(oldest) : undefined) ?? Buffer.allocUnsafe(blockBytes);
    if (isFull) this.#blocks.delete(oldest);
    this.#files.readAt(this.#part, number * blockBytes, block);
    this.#blocks.set(number, block);
    return block;
  }
}

const parts = 256;

/**
 * Maximum size of a part in memory, in bytes. A larger part is split again, so that memory does not grow with the log.
 * A part that is still larger, for instance because one object is written constantly, is read from its file on demand.
 */
const maxBytesOfPart = 8 * 2 ** 20;
const smallerParts = 32;

/** Each line starts with the hash of its object. */
export class LogParts implements Disposable {
  readonly #files = new PartFiles(tmpdir(), parts);

  /** Appends an encoded record, which ends with a line feed, to the part of its object. */
  append(object: string, text: string): void {
    const hash = hashOf(object);
    this.#files.append(hash % parts, `${hash}\t${text}`);
  }

  /** Yields the lines of each part. The lines are valid only until the next part is read. */
  *each(): Generator<StoredLines> {
    for (let part = 0; part < parts; part += 1) {
      const lines = linesOf(this.#files.read(part));
      if (this.#files.sizeOf(part) > maxBytesOfPart) yield* splitAgain(lines);
      else yield Array.from(lines, withoutHash);
    }
  }

  [Symbol.dispose](): void {
    this.#files[Symbol.dispose]();
  }
}

function* splitAgain(lines: Iterable<string>): Generator<StoredLines> {
  using files = new PartFiles(tmpdir(), smallerParts);
  for (const line of lines) {
    const hash = Number(line.slice(0, line.indexOf("\t")));
    files.append(Math.floor(hash / parts) % smallerParts, `${withoutHash(line)}\n`);
  }
  for (let part = 0; part < smallerParts; part += 1) {
    const isLarge = files.sizeOf(part) > maxBytesOfPart;
    yield isLarge ? new PartLines(files, part) : [...linesOf(files.read(part))];
  }
}

function withoutHash(line: string): string {
  return line.slice(line.indexOf("\t") + 1);
}

/** Computes the FNV-1a hash of the UTF-16 code units of a name. */
function hashOf(object: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < object.length; i += 1) {
    hash = Math.imul(hash ^ object.charCodeAt(i), 0x01000193);
  }
  return hash >>> 0;
}

function* linesOf(pieces: Iterable<string>): Generator<string> {
  let rest = "";
  for (const piece of pieces) {
    const text = rest + piece;
    let start = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
      yield text.slice(start, end);
      start = end + 1;
    }
    rest = text.slice(start);
  }
  if (rest !== "") yield rest;
}
