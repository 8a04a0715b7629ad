import type { Command, WatchCommand } from "#contract";
import type {
  Exchange,
  Target,
  TargetDescription,
  Watch,
  WatchListener,
  WireRequest,
} from "../target.ts";
import { httpHeaders, socketPresentation } from "./credentials.ts";
import type { Dialect } from "./dialect.ts";
import type { ListOperation, ObjectOperation } from "./operations.ts";
import type { EventStreamTransport } from "./event-stream.ts";
import { readReply } from "./outcome.ts";
import type { ReplyReader } from "./outcome.ts";
import { planCommand, planWatch } from "./plan.ts";
import type { Planned, Planner } from "./plan.ts";
import { readSocketResult } from "./socket-reading.ts";
import type { SocketCaller, SocketTransport } from "./socket.ts";
import type { HttpResult, HttpTransport } from "./transport.ts";
import { maximumReplyBytes } from "./transport.ts";
import { endedWatch, openWatch } from "./watch.ts";
import type { WatchParts } from "./watch.ts";

/** Everything that a {@link GraphqlTarget} is made of. */
export interface GraphqlTargetParts {
  readonly description: TargetDescription;
  readonly planner: Planner;
  readonly http: HttpTransport;
  readonly socket: SocketTransport;
  /** Absent where the endpoint has no event streams. */
  readonly eventStream?: EventStreamTransport;
  /** The addresses as they may be printed. */
  readonly shown: { readonly http: string; readonly socket: string; readonly eventStream: string };
  /** For one request, in milliseconds. */
  readonly requestMs: number;
}

type PlannedCommand = Planned<ObjectOperation | ListOperation>;

/** A GraphQL endpoint behind the port. It owns the transports that it is given. */
export class GraphqlTarget implements Target {
  readonly description: TargetDescription;
  readonly #parts: GraphqlTargetParts;

  constructor(parts: GraphqlTargetParts) {
    this.description = parts.description;
    this.#parts = parts;
  }

  async execute(command: Command, signal: AbortSignal): Promise<Exchange> {
    const planned = planCommand(this.#parts.planner, command);
    if (typeof planned === "string") return unsupported(planned);
    if (signal.aborted) {
      const detail = "given up by the caller before it was sent";
      return { outcome: { result: "unknown", cause: "aborted", detail } };
    }
    switch (command.channel ?? "primary") {
      case "primary":
        return this.#overHttp(command, planned, signal);
      case "socket":
        return this.#overSocket(command, planned, signal);
    }
  }

  async watch(command: WatchCommand, listener: WatchListener, signal: AbortSignal): Promise<Watch> {
    const { planner, shown } = this.#parts;
    const url = command.channel === "events" ? shown.eventStream : shown.socket;
    const planned = planWatch(planner, command);
    if (typeof planned === "string") {
      const request = { url, operation: "" };
      return endedWatch(request, listener, { end: "unsupported", detail: planned });
    }
    const request = wireRequest(url, planned);
    const open = this.#opener(command, planned.credential);
    if (typeof open === "string") {
      return endedWatch(request, listener, { end: "unsupported", detail: open });
    }
    return openWatch({ open, planned, words: planner.dialect, request }, listener, signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { http, socket, eventStream } = this.#parts;
    await Promise.all([
      http[Symbol.asyncDispose](),
      socket[Symbol.asyncDispose](),
      eventStream?.[Symbol.asyncDispose](),
    ]);
  }

  async #overHttp(
    command: Command,
    planned: PlannedCommand,
    signal: AbortSignal,
  ): Promise<Exchange> {
    const { http, planner, requestMs, shown } = this.#parts;
    const { document, variables, credential } = planned;
    const headers = httpHeaders(planner.dialect.credentials, credential);
    const secret = credential === undefined ? {} : { credential };
    const sent = { document, variables, headers, ...secret };
    const result = await http.send(sent, requestMs, signal);
    const reader = readerOf(planner.dialect, command, planned);
    return { request: wireRequest(shown.http, planned), ...readHttpResult(reader, result) };
  }

  async #overSocket(
    command: Command,
    planned: PlannedCommand,
    signal: AbortSignal,
  ): Promise<Exchange> {
    const { socket, planner, requestMs, shown } = this.#parts;
    const caller = this.#callerOf(command, planned.credential);
    if (caller === undefined) return unsupported(noSocket);
    const result = await socket.send(caller, planned, { limitMs: requestMs, signal });
    const reader = readerOf(planner.dialect, command, planned);
    const reading = readSocketResult(reader, result, planned.credential);
    return { request: wireRequest(shown.socket, planned), ...reading };
  }

  /** How streams are opened for a command, or why they cannot be. */
  #opener(command: WatchCommand, credential: string | undefined): WatchParts["open"] | string {
    const { socket, eventStream, planner } = this.#parts;
    switch (command.channel ?? "socket") {
      case "socket": {
        const caller = this.#callerOf(command, credential);
        if (caller === undefined) return noSocket;
        return (request, sink) => socket.open(caller, request, sink);
      }
      case "events": {
        if (eventStream === undefined) return "the endpoint has no event streams";
        const headers = httpHeaders(planner.dialect.credentials, credential);
        return (request, sink) => eventStream.open(headers, request, sink);
      }
    }
  }

  #callerOf(
    { identity }: Command | WatchCommand,
    credential: string | undefined,
  ): SocketCaller | undefined {
    const place = this.#parts.planner.dialect.credentials.socket;
    if (place === undefined) return undefined;
    return { identity, presentation: socketPresentation(place, credential) };
  }
}

const noSocket = "the endpoint has no socket";

function unsupported(detail: string): Exchange {
  return { outcome: { result: "unsupported", detail } };
}

function wireRequest(
  url: string,
  {
    document,
    variables,
  }: { readonly document: string; readonly variables: WireRequest["variables"] & {} },
): WireRequest {
  return { url, operation: document, variables };
}

function readerOf(
  words: Dialect,
  { verb }: Command,
  { kind, operation }: PlannedCommand,
): ReplyReader {
  return { words, kind, verb, operation };
}

function readHttpResult(reader: ReplyReader, result: HttpResult): Exchange {
  switch (result.kind) {
    case "reply": {
      const { status, data } = result;
      return { outcome: readReply(reader, result), reply: { status, body: data.value } };
    }
    case "oversized": {
      const detail = `a reply of more than ${maximumReplyBytes} bytes`;
      return { outcome: { result: "unintelligible", detail } };
    }
    case "lost":
      return { outcome: { result: "unknown", cause: result.cause, detail: result.detail } };
  }
}
