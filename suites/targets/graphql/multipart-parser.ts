/**
 * Takes the body of a multipart reply apart, in whatever pieces it arrives. A part counts as soon as it is
 * whole JSON, because some servers send the boundary behind it only with the next part.
 */
export class MultipartParser {
  readonly #boundary: string;
  #rest = "\r\n";
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
    return this.#rest.length;
  }

  /** The bodies of the parts that a piece completes, in their order. */
  push(piece: string): readonly string[] {
    if (this.#isComplete) return [];
    this.#rest += piece;
    const parts: string[] = [];
    for (;;) {
      const end = this.#rest.indexOf(this.#boundary);
      // What comes behind a boundary says whether it is the last one.
      const behind = end + this.#boundary.length;
      if (end < 0 || this.#rest.length < behind + 2) break;
      if (this.#isInPart && !this.#isTaken) parts.push(bodyOf(this.#rest.slice(0, end)) ?? "");
      this.#isInPart = true;
      this.#isTaken = false;
      this.#isComplete = this.#rest.startsWith("--", behind);
      this.#rest = this.#isComplete ? "" : this.#rest.slice(behind);
      if (this.#isComplete) return parts;
    }
    const early = this.#isInPart && !this.#isTaken ? wholeJson(this.#rest) : undefined;
    if (early === undefined) return parts;
    this.#isTaken = true;
    return [...parts, early];
  }
}

/** What stands behind the headers of a part, which end with an empty line. */
function bodyOf(part: string): string | undefined {
  const head = /^[^\S\n]*\r?\n(?:[^\r\n]+\r?\n)*\r?\n/u.exec(part)?.[0];
  return head === undefined ? undefined : part.slice(head.length).trim();
}

function wholeJson(part: string): string | undefined {
  if (!part.trimEnd().endsWith("}")) return undefined;
  const body = bodyOf(part);
  if (body === undefined) return undefined;
  try {
    JSON.parse(body);
    return body;
  } catch {
    return undefined;
  }
}
