export interface ServerSentEvent {
  /** `message` if the server sends no name. */
  readonly name: string;
  readonly data: string;
}

/**
 * Overhead in characters that is added to the length of each data line, because even empty lines take memory and time.
 */
const charactersOfLine = 32;

/**
 * Parses a stream of server-sent events from chunks of any size. Ignores comments and fields other than `event` and
 * `data`.
 */
export class EventStreamParser {
  #rest = "";
  #endsInReturn = false;
  #name = "";
  #data: string[] = [];
  #dataLength = 0;

  get pendingLength(): number {
    return this.#rest.length + this.#dataLength;
  }

  push(piece: string): readonly ServerSentEvent[] {
    const events: ServerSentEvent[] = [];
    const isLineOpen = !this.#endsInReturn && !/[\r\n]/u.test(piece);
    this.#endsInReturn = piece === "" ? this.#endsInReturn : piece.endsWith("\r");
    if (isLineOpen) {
      // Joined only when a line ends, because a long line arrives in many chunks.
      this.#rest += piece;
      return events;
    }
    // A trailing carriage return may be the first half of a line break.
    const lines = (this.#rest + piece).split(/\r\n|\n|\r(?!$)/u);
    this.#rest = lines.pop() ?? "";
    for (const line of lines) {
      const event = line === "" ? this.#take() : this.#read(line);
      if (event !== undefined) events.push(event);
    }
    return events;
  }

  #read(line: string): undefined {
    const [, field, value = ""] = /^(\w+)(?:: ?(.*))?$/su.exec(line) ?? [];
    if (field === "event") this.#name = value;
    if (field !== "data") return;
    this.#data.push(value);
    this.#dataLength += value.length + charactersOfLine;
  }

  /**
   * Returns the event that ends with an empty line, if any. A named event counts even without data, because the event
   * that ends a stream has none.
   */
  #take(): ServerSentEvent | undefined {
    const name = this.#name;
    const data = this.#data.join("\n");
    const isEmpty = name === "" && this.#data.length === 0;
    this.#name = "";
    this.#data = [];
    this.#dataLength = 0;
    return isEmpty ? undefined : { name: name === "" ? "message" : name, data };
  }
}
