import { Column } from "#wings/logs";
import type { StoredLines } from "#wings/logs";
import type { PartFiles } from "./check-history-files.ts";

/** Size of a cached block in bytes, and maximum number of cached blocks. */
const blockBytes = 2 ** 18;
const mostBlocks = 16;

const lineFeed = 0x0a;

/**
 * The lines of a part, read from its file on demand. Optimized for access that is mostly sequential, or that alternates
 * between a few sequential positions.
 */
export class PartLines implements StoredLines {
  readonly #files: PartFiles;
  readonly #part: number;
  /** Offset of each line in bytes, and the end of the last line. */
  #starts = new Column(Float64Array);
  /** The most recently used blocks, by number. */
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
    const isFull = oldest !== undefined && this.#blocks.size >= mostBlocks;
    // Reuses the memory of the evicted block.
    const block = (isFull ? this.#blocks.get(oldest) : undefined) ?? Buffer.allocUnsafe(blockBytes);
    if (isFull) this.#blocks.delete(oldest);
    this.#files.readAt(this.#part, number * blockBytes, block);
    this.#blocks.set(number, block);
    return block;
  }
}
