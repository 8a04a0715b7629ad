import type { IncomingMessage, ServerResponse } from "node:http";
import { scopedSignal } from "#targets";
import type { StruckStream } from "./defects/defect.ts";
import { chunk, chunkedHead } from "./defects/raw-http.ts";
import { framed, typeOf } from "./defects/stream-defects.ts";
import type { EventSpoiler, Shared } from "./event-spoiler.ts";
import type { Sound } from "./hostile-upstream.ts";

export interface StreamProxyParts extends Shared {
  readonly upstream: Sound;
  readonly events: EventSpoiler;
  readonly signal: AbortSignal;
}

export interface StreamCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: string;
}

/**
 * Forwards an event stream, as server-sent events or multipart, with the defect that the case defines. Writes directly
 * to the connection.
 */
export async function proxyStream(call: StreamCall, parts: StreamProxyParts): Promise<void> {
  const { request, body } = call;
  const { socket } = request;
  const { strike, layer } = parts.case.defect;
  if (strike.at === "stream-head" && parts.moment.take()) {
    await strike.strike({ ...parts.means(), socket, honest: body });
    return;
  }
  const closed = new AbortController();
  socket.once("close", () => closed.abort());
  using open = scopedSignal({ within: [parts.signal, closed.signal] });
  const reply = await parts.upstream.stream(body, request.headers.authorization, open.signal);
  const framing = parts.case.transport === "multipart" ? "multipart" : "sse";
  socket.write(chunkedHead(typeOf(framing === "multipart" ? "multipart" : layer)));
  for await (const event of eventsOf(reply.body)) {
    const isEnded = await passOn(event, { ...parts.means(), socket, framing }, parts);
    if (isEnded) return;
  }
  socket.end("0\r\n\r\n");
}

type Going = Omit<StruckStream, "honest">;

async function passOn(event: string, going: Going, parts: StreamProxyParts): Promise<boolean> {
  const { socket, framing } = going;
  const honest = resultOf(event);
  if (honest === undefined) {
    const other = framing === "sse" ? `${event}\n\n` : partFor(event);
    if (other !== "") socket.write(chunk(other));
    return false;
  }
  const { strike } = parts.case.defect;
  if (strike.at === "stream" && parts.moment.take()) {
    await strike.strike({ ...going, honest });
    return strike.at === "stream" && parts.case.onset.pattern === "always";
  }
  const results = parts.events.results(JSON.parse(honest));
  for (const result of results) socket.write(chunk(framed(going, JSON.stringify(result))));
  return false;
}

/**
 * Returns the closing delimiter of a multipart stream if the event completes the stream, and an empty string otherwise.
 */
function partFor(event: string): string {
  return event.includes("event: complete") ? "\r\n--graphql--\r\n" : "";
}

function resultOf(event: string): string | undefined {
  const lines = event.split("\n");
  if (!lines.includes("event: next")) return undefined;
  return lines.find((line) => line.startsWith("data: "))?.slice("data: ".length);
}

async function* eventsOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of body) {
    const events = (rest + decoder.decode(bytes, { stream: true })).split("\n\n");
    rest = events.pop() ?? "";
    yield* events;
  }
}
