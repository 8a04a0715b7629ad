import { PartScanner } from "./part-scanner.ts";

/**
 * Takes the body of a multipart reply apart, in whatever pieces it arrives. A part counts as soon as it is
 * whole JSON, because some servers send the boundary behind it only with the next part. What has arrived
 * is not checked again with every piece: a part without end in small pieces would take all the time there is.
 */
export class MultipartParser {
  readonly #boundary: string;
  #pieces: string[] = ["\r\n"];
  #length = "\r\n".length;
  /** The end of what has arrived, in which a boundary may have started. */
  #tail = "\r\n";
  /** Absent before the first boundary, and where the part under way needs no more looking at. */
  #scanner: PartScanner | undefined;
  #isInPart = false;
  /** Whether the part that is under way was handed out already. */
  #isTaken = false;
  #isComplete = false;

  /** `boundary` as the content type names it. */
  constructor(boundary: string) {
    this.#boundary = `\n--${boundary}`;
  }

  /** Whether the last boundary has come. What follows it means nothing. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** How much has arrived of the part that is not complete, in characters. */
  get pendingLength(): number {
    return this.#length;
  }

  /** The bodies of the parts that a piece completes, in their order. */
  push(piece: string): readonly string[] {
    if (this.#isComplete) return [];
    const tail = this.#tail + piece;
    this.#keep(piece);
    if (this.#placeIn(tail) === undefined) return this.#early(piece);
    const parts = this.#cut();
    return this.#isComplete ? parts : [...parts, ...this.#early(this.#pieces.join(""))];
  }

  /** The part under way, where it has become whole with this piece. */
  #early(piece: string): readonly string[] {
    if (this.#scanner?.push(piece) !== true) return [];
    const body = bodyOf(this.#pieces.join(""));
    // Whether it is JSON or not: it does not become whole a second time.
    this.#scanner = undefined;
    if (body === undefined || !isJson(body)) return [];
    this.#isTaken = true;
    return [body];
  }

  /** The parts that end with a boundary. What is behind the last one is kept. */
  #cut(): readonly string[] {
    const parts: string[] = [];
    let rest = this.#pieces.join("");
    for (;;) {
      const end = this.#placeIn(rest);
      if (end === undefined) break;
      if (this.#isInPart && !this.#isTaken) parts.push(bodyOf(rest.slice(0, end)) ?? "");
      const behind = end + this.#boundary.length;
      this.#isInPart = true;
      this.#isTaken = false;
      this.#isComplete = rest.startsWith("--", behind);
      rest = this.#isComplete ? "" : rest.slice(behind);
    }
    this.#pieces = [];
    this.#length = 0;
    this.#tail = "";
    this.#keep(rest);
    this.#scanner = new PartScanner();
    return parts;
  }

  /** Where a boundary starts. What comes behind it says whether it is the last one, and must be there, too. */
  #placeIn(text: string): number | undefined {
    const place = text.indexOf(this.#boundary);
    return place < 0 || text.length < place + this.#boundary.length + 2 ? undefined : place;
  }

  #keep(piece: string): void {
    this.#pieces.push(piece);
    this.#length += piece.length;
    this.#tail = (this.#tail + piece).slice(-(this.#boundary.length + 2));
  }
}

/** What stands behind the headers of a part, which end with an empty line. */
function bodyOf(part: string): string | undefined {
  const head = /^[^\S\n]*\r?\n(?:[^\r\n]+\r?\n)*\r?\n/u.exec(part)?.[0];
  return head === undefined ? undefined : part.slice(head.length).trim();
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
