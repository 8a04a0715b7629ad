import { tmpdir } from "node:os";
import { PartFiles } from "./check-history-files.ts";

/** Logs are judged in parts, by their objects. What is held is one part, as text. */
const parts = 256;

/** The parts of a log, in temporary files. */
export class LogParts implements Disposable {
  readonly #files = new PartFiles(tmpdir(), parts);

  /** Adds the text of a record, which ends with a line feed. */
  append(object: string, text: string): void {
    this.#files.append(partOf(object), text);
  }

  /** The lines of each part. */
  *each(): Generator<Iterable<string>> {
    for (let part = 0; part < parts; part += 1) yield linesOf(this.#files.read(part));
  }

  [Symbol.dispose](): void {
    this.#files[Symbol.dispose]();
  }
}

/** The part of an object: a hash of its name (FNV-1a over its UTF-16 units). */
function partOf(object: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < object.length; i += 1) {
    hash = Math.imul(hash ^ object.charCodeAt(i), 0x01000193);
  }
  return (hash >>> 0) % parts;
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
