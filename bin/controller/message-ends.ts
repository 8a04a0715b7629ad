import type { IncomingMessage } from "node:http";
import { Transform } from "node:stream";

export type MessageEnd = (bytes: Buffer) => number;

/** Maximum size of an incomplete message, in bytes. A larger message counts as complete. */
const maxBytes = 16 * 1024 * 1024;

/** Returns undefined for unknown content types. */
export function messageEndIn(contentType: string): MessageEnd | undefined {
  const [type = ""] = contentType.toLowerCase().split(";");
  switch (type.trim()) {
    case "application/json":
      return (bytes) => bytes.lastIndexOf(0x0a) + 1;
    case "text/event-stream":
      return (bytes) => Math.max(...blankLines.map((blank) => endOf(bytes, blank)));
    case "application/vnd.kubernetes.protobuf":
      return lengthDelimitedEnd;
    default:
      return undefined;
  }
}

/** A blank line ends a server-sent event. */
const blankLines = ["\n\n", "\r\n\r\n"] as const;

function endOf(bytes: Buffer, text: string): number {
  const found = bytes.lastIndexOf(text);
  return found < 0 ? 0 : found + text.length;
}

/**
 * Watches in protobuf precede each event with its length in four bytes (`length_delimited.go` in k8s.io/apimachinery).
 */
function lengthDelimitedEnd(bytes: Buffer): number {
  let end = 0;
  while (end + 4 <= bytes.length) {
    const next = end + 4 + bytes.readUInt32BE(end);
    if (next > bytes.length) break;
    end = next;
  }
  return end;
}

/** A stream that can end between two messages, before its source does. Later data is dropped. */
export class EndableStream {
  readonly #endIn: MessageEnd;
  #pending: Buffer = Buffer.alloc(0);
  #state: "ended" | "ending" | "open" = "open";
  #last: Buffer = Buffer.alloc(0);
  readonly stream: Transform;

  constructor(endIn: MessageEnd) {
    this.#endIn = endIn;
    this.stream = new Transform({
      transform: (chunk: Buffer, _encoding, pass) => {
        this.#forward(chunk);
        pass();
      },
    });
  }

  /** Ends the stream with a last message, after the message that is being forwarded. */
  end(last: Buffer): void {
    if (this.#state !== "open") return;
    this.#last = last;
    this.#state = "ending";
    if (this.#pending.length === 0) this.#finish();
  }

  #forward(chunk: Buffer): void {
    if (this.#state === "ended") return;
    const before = this.#pending.length;
    const bytes = before === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    const end = this.#endIn(bytes);
    if (this.#state === "ending" && end > 0) {
      this.stream.push(bytes.subarray(before, end));
      this.#finish();
      return;
    }
    this.stream.push(chunk);
    const rest = bytes.subarray(end);
    this.#pending = rest.length > maxBytes ? Buffer.alloc(0) : rest;
  }

  #finish(): void {
    this.#state = "ended";
    if (this.#last.length > 0) this.stream.push(this.#last);
    this.stream.push(null);
  }
}

interface Ending {
  readonly stream: Transform;
  readonly end: () => void;
}

/**
 * Returns a function that ends an event stream normally, or undefined if the boundaries of its messages are unknown.
 */
export function endingOf(
  { method, url = "/" }: IncomingMessage,
  contentType: string | string[] | undefined,
): Ending | undefined {
  const type = typeof contentType === "string" ? contentType : "";
  const endIn = messageEndIn(type);
  if (endIn === undefined) return undefined;
  const isSse = type.startsWith("text/event-stream");
  // A stream without an operation carries many operations (single connection mode of GraphQL over SSE).
  const hasOperation = method === "POST" || new URL(url, "http://proxy").searchParams.has("query");
  if (isSse && !hasOperation) return undefined;
  const endable = new EndableStream(endIn);
  return {
    stream: endable.stream,
    end: () => endable.end(isSse ? sseCompletion : nothing),
  };
}

/** The last event of an operation (distinct connections mode of GraphQL over SSE). */
const sseCompletion = Buffer.from("event: complete\ndata:\n\n");

const nothing = Buffer.alloc(0);
