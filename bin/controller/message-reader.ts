import type { JsonValue } from "#contract";
import { jsonIn } from "./recognition.ts";

/** Reads the JSON messages in the bytes of a stream, without changing them. */
export interface MessageReader {
  read(chunk: Buffer): readonly JsonValue[];
}

/** Maximum size of a message, in bytes. After a larger message, the rest of the stream is ignored. */
const maxBytes = 4 * 1024 * 1024;

class Pending {
  #bytes: Buffer = Buffer.alloc(0);
  #isOver = false;

  add(chunk: Buffer): Buffer {
    if (this.#isOver) return Buffer.alloc(0);
    this.#bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk]);
    return this.#bytes;
  }

  keep(rest: Buffer): void {
    this.#isOver ||= rest.length > maxBytes;
    this.#bytes = this.#isOver ? Buffer.alloc(0) : rest;
  }
}

/** Returns a reader of JSON lines, as in a Kubernetes watch, and of the data of server-sent events. */
export function linesReader(): MessageReader {
  const pending = new Pending();
  return {
    read: (chunk) => {
      const bytes = pending.add(chunk);
      const end = bytes.lastIndexOf(0x0a) + 1;
      pending.keep(bytes.subarray(end));
      const lines = bytes.subarray(0, end).toString().split("\n");
      return lines.flatMap((line) => messagesIn(line.replace(/^data: ?/u, "")));
    },
  };
}

/** Returns a reader of the text frames that a server sends over a WebSocket, after the upgrade response. */
export function socketReader(): MessageReader {
  const pending = new Pending();
  let isOpen = false;
  let text: readonly Buffer[] = [];
  return {
    read: (chunk) => {
      let bytes = pending.add(chunk);
      if (!isOpen) {
        const head = bytes.indexOf("\r\n\r\n");
        isOpen = head >= 0;
        if (isOpen) bytes = bytes.subarray(head + 4);
      }
      const messages: JsonValue[] = [];
      for (let frame = isOpen ? frameIn(bytes) : undefined; frame !== undefined;) {
        text = frame.isData ? [...text, frame.payload] : text;
        if (frame.isData && frame.isLast) {
          messages.push(...messagesIn(Buffer.concat(text).toString()));
          text = [];
        }
        bytes = bytes.subarray(frame.length);
        frame = frameIn(bytes);
      }
      pending.keep(bytes);
      return messages;
    },
  };
}

/** Bytes that are forwarded together, e.g. one frame, and the message in them if it is complete. */
export interface SocketUnit {
  readonly bytes: Buffer;
  /** Parses the message when called. */
  readonly message: () => JsonValue | undefined;
  /** True if the bytes follow an oversized frame, and may be any part of a frame. */
  readonly isRaw?: true;
}

/**
 * Returns a function that splits the bytes that one side of a WebSocket sends into units, one per frame. The
 * concatenated units equal the input. After an oversized frame, all further bytes are forwarded as they arrive. `from`
 * is the sender; only a server starts with an HTTP response head.
 */
export function socketUnits(
  from: "client" | "server" = "server",
): (chunk: Buffer) => readonly SocketUnit[] {
  let bytes: Buffer = Buffer.alloc(0);
  let [isOpen, isRaw] = [from === "client", false];
  return (chunk) => {
    bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk]);
    const units: SocketUnit[] = [];
    const take = (length: number, payload?: Buffer): void => {
      const message = (): JsonValue | undefined => messagesIn(payload?.toString() ?? "")[0];
      units.push({ bytes: bytes.subarray(0, length), message, ...(isRaw ? { isRaw } : {}) });
      bytes = bytes.subarray(length);
    };
    if (!isOpen) {
      const head = bytes.indexOf("\r\n\r\n");
      isOpen = head >= 0;
      take(isOpen ? head + 4 : 0);
      if (!isOpen) {
        isRaw ||= bytes.length > maxBytes;
        if (isRaw) take(bytes.length);
        return units;
      }
    }
    for (
      let frame = isRaw ? undefined : frameIn(bytes);
      frame !== undefined;
      frame = frameIn(bytes)
    ) {
      const isWhole = frame.isData && frame.isLast;
      take(frame.length, isWhole ? frame.payload : undefined);
    }
    isRaw ||= bytes.length > maxBytes;
    if (isRaw) take(bytes.length);
    return units.filter((unit) => unit.bytes.length > 0);
  };
}

function messagesIn(text: string): readonly JsonValue[] {
  const message = text.trim() === "" ? undefined : jsonIn(text);
  return message === undefined ? [] : [message];
}

const maskBytes = 4;

function unmasked(payload: Buffer, mask: Buffer): Buffer {
  return Buffer.from(payload.map((byte, place) => byte ^ (mask[place % maskBytes] ?? 0)));
}

interface Frame {
  readonly payload: Buffer;
  readonly length: number;
  readonly isLast: boolean;
  /** Whether the frame belongs to a text message that is not compressed. */
  readonly isData: boolean;
}

/** Decodes the first frame (RFC 6455, section 5.2). Clients mask their frames. Undefined if more bytes are needed. */
function frameIn(bytes: Buffer): Frame | undefined {
  if (bytes.length < 2) return undefined;
  const [first, second] = [bytes.readUInt8(0), bytes.readUInt8(1) & 0x7f];
  const extended = second === 126 ? 2 : second === 127 ? 8 : 0;
  const isMasked = (bytes.readUInt8(1) & 0x80) !== 0;
  const start = 2 + extended + (isMasked ? maskBytes : 0);
  if (bytes.length < start) return undefined;
  const size =
    extended === 2
      ? bytes.readUInt16BE(2)
      : extended === 8
        ? Number(bytes.readBigUInt64BE(2))
        : second;
  if (bytes.length < start + size) return undefined;
  const operation = first & 0x0f;
  const payload = bytes.subarray(start, start + size);
  return {
    payload: isMasked ? unmasked(payload, bytes.subarray(start - maskBytes, start)) : payload,
    length: start + size,
    isLast: (first & 0x80) !== 0,
    isData: operation <= 1 && (first & 0x40) === 0,
  };
}
