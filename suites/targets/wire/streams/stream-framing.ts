import { isJsonObject } from "#contract";
import { EventStreamParser } from "./event-stream-parser.ts";
import type { ServerSentEvent } from "./event-stream-parser.ts";
import { MultipartParser } from "./multipart-parser.ts";
import { parsedJson } from "./pushed-stream.ts";
import type { PushedStream } from "./pushed-stream.ts";

export interface StreamReader {
  push(piece: string): void;
  /** Number of received characters of the incomplete part or event. */
  readonly pendingLength: number;
}

export interface StreamFraming {
  readonly accept: string;
  /** Returns a parser for a response with that content type. `undefined` for other types. */
  readerFor(contentType: string, stream: PushedStream): StreamReader | undefined;
}

/** Server-sent events: `next` events with one result each, then `complete`. */
export const eventStreamFraming: StreamFraming = {
  accept: "text/event-stream",
  readerFor: (contentType, stream) => {
    if (!contentType.startsWith("text/event-stream")) return undefined;
    const parser = new EventStreamParser();
    const hear = ({ name, data }: ServerSentEvent): void => {
      if (name === "complete") stream.close({ kind: "completed" });
      if (name === "next") stream.deliver(data);
    };
    return {
      push: (piece) => {
        for (const event of parser.push(piece)) hear(event);
      },
      get pendingLength() {
        return parser.pendingLength;
      },
    };
  },
};

/**
 * Parts of a `multipart/mixed` response: each contains a result, possibly in `payload`. Empty parts keep the connection
 * alive.
 */
export const multipartFraming: StreamFraming = {
  accept: 'multipart/mixed;boundary="graphql";subscriptionSpec=1.0, application/json',
  readerFor: (contentType, stream) => {
    const boundary = boundaryOf(contentType);
    if (boundary === undefined) return undefined;
    const parser = new MultipartParser(boundary);
    return {
      push: (piece) => {
        for (const part of parser.push(piece)) hearPart(part, stream);
        if (parser.isComplete) stream.close({ kind: "completed" });
      },
      get pendingLength() {
        return parser.pendingLength;
      },
    };
  },
};

function boundaryOf(contentType: string): string | undefined {
  if (!/^multipart\/mixed\b/iu.test(contentType)) return undefined;
  const { quoted, bare } =
    /;\s*boundary=(?:"(?<quoted>[^"]+)"|(?<bare>[^;\s]+))/iu.exec(contentType)?.groups ?? {};
  return quoted ?? bare ?? "-";
}

function hearPart(text: string, stream: PushedStream): void {
  const part = parsedJson(text);
  if (part === undefined) return stream.deliver(text);
  if (!isJsonObject(part)) return stream.deliverValue(part);
  if (isJsonObject(part["payload"])) return stream.deliverValue(part["payload"]);
  const isResult = part["data"] !== undefined || part["errors"] !== undefined;
  if (isResult) stream.deliverValue(part);
}
