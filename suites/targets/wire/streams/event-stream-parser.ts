/** One server-sent event. */
export interface ServerSentEvent {
  /** `message` where the server gives no name. */
  readonly name: string;
  readonly data: string;
}

/** What a line of data counts for beside its text: lines of nothing take room and time as well. */
const charactersOfLine = 32;

/**
 * Takes a stream of server-sent events apart, in whatever pieces it arrives. Comments and fields other
 * than `event` and `data` mean nothing here.
 */
export class EventStreamParser {
  #rest = "";
  #endsInReturn = false;
  #name = "";
  #data: string[] = [];
  #dataLength = 0;

  /** How much has arrived of the event that is not complete, in characters: a little more for each line. */
  get pendingLength(): number {
    return this.#rest.length + this.#dataLength;
  }

  /** The events that a piece completes, in their order. */
  push(piece: string): readonly ServerSentEvent[] {
    const events: ServerSentEvent[] = [];
    const isLineOpen = !this.#endsInReturn && !/[\r\n]/u.test(piece);
    this.#endsInReturn = piece === "" ? this.#endsInReturn : piece.endsWith("\r");
    if (isLineOpen) {
      // Looked at once, when its end is there: a long line comes in many pieces.
      this.#rest += piece;
      return events;
    }
    // A carriage return at the very end may be the first half of a line end.
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

  /** A named event counts without data, too: the end of a stream has nothing to say. */
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
