import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { text as wholeText } from "node:stream/consumers";
import { ApiConnection, passedHeaders } from "./api-connection.ts";
import type { ApiAddress } from "./api-connection.ts";
import { resourceAt } from "./api-request.ts";
import type { ApiRequest } from "./api-request.ts";
import type { ProxyBehaviour, ApiEvent, StreamChange } from "./proxy-fault.ts";
import { isJsonObject } from "#contract";
import { closeServer, listenLocally } from "../../../bin/testing/local-server.ts";

export interface FaultProxyOptions extends ApiAddress {
  readonly administratorToken: string;
  readonly behaviour?: ProxyBehaviour;
}

/**
 * A plain HTTP proxy on loopback in front of an API server. Forwards all content that its behavior does not affect
 * unchanged. Disposing closes all connections.
 */
export class FaultProxy implements AsyncDisposable {
  readonly #server: Server;
  readonly #connection: ApiConnection;
  readonly #behaviour: ProxyBehaviour;
  readonly #administrator: string;
  #endpoint = "";

  private constructor(options: FaultProxyOptions) {
    this.#connection = new ApiConnection(options);
    this.#behaviour = options.behaviour ?? {};
    this.#administrator = `Bearer ${options.administratorToken}`;
    this.#server = createServer((incoming, outgoing) => {
      // If one side disconnects, the connection to the other side is closed, as without a proxy.
      this.#serve(incoming, outgoing).catch(() => outgoing.destroy());
    });
  }

  static async start(options: FaultProxyOptions): Promise<FaultProxy> {
    const proxy = new FaultProxy(options);
    proxy.#endpoint = (await listenLocally(proxy.#server)).origin;
    return proxy;
  }

  get endpoint(): string {
    return this.#endpoint;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await closeServer(this.#server);
    await this.#connection[Symbol.asyncDispose]();
  }

  async #serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const request = await readRequest(incoming);
    if (request.query["watch"] !== undefined) return this.#stream(request, outgoing);
    const { answer } = this.#behaviour;
    const connection = this.#connection;
    const reply =
      answer === undefined || request.resource === undefined
        ? await connection.send(request)
        : await answer(request, {
            send: (changed) => connection.send(changed),
            administrator: this.#administrator,
          });
    outgoing.writeHead(reply.status, mutableHeaders(reply.headers));
    outgoing.end(reply.text);
  }

  async #stream(wanted: ApiRequest, outgoing: ServerResponse): Promise<void> {
    const stop = new AbortController();
    outgoing.once("close", () => stop.abort());
    const { watching, stream, watchAnswer } = this.#behaviour;
    const isOwn = wanted.resource !== undefined;
    if (isOwn && watchAnswer !== undefined) {
      outgoing.writeHead(watchAnswer.status, mutableHeaders(watchAnswer.headers));
      outgoing.end(watchAnswer.text);
      return;
    }
    const request = isOwn && watching !== undefined ? watching(wanted) : wanted;
    const reply = await this.#connection.open(request, stop.signal);
    outgoing.writeHead(reply.statusCode, passedHeaders(reply.headers));
    outgoing.flushHeaders();
    const isChanged = isOwn && stream !== undefined && reply.statusCode === 200;
    const chunks = isChanged ? changedLines(reply.body, stream(wanted)) : reply.body;
    for await (const chunk of chunks) {
      if (!outgoing.write(chunk)) await once(outgoing, "drain", { signal: stop.signal });
    }
    outgoing.end();
  }
}

async function readRequest(incoming: IncomingMessage): Promise<ApiRequest> {
  const url = new URL(incoming.url ?? "/", "http://proxy");
  const resource = resourceAt(url.pathname);
  const headers = Object.entries(passedHeaders(incoming.headers)).map(
    ([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value] as const,
  );
  return {
    method: incoming.method ?? "GET",
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: Object.fromEntries(headers),
    text: await wholeText(incoming),
    ...(resource === undefined ? {} : { resource }),
  };
}

function mutableHeaders(
  headers: Readonly<Record<string, string | readonly string[]>>,
): Record<string, string | string[]> {
  const entries = Object.entries(headers).map(
    ([name, value]) => [name, typeof value === "string" ? value : [...value]] as const,
  );
  return Object.fromEntries(entries);
}

async function* changedLines(
  chunks: AsyncIterable<Uint8Array | string>,
  change: StreamChange,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of chunks) {
    rest += typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true });
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield* changedLine(line, change);
  }
}

function* changedLine(line: string, change: StreamChange): Generator<string> {
  const event = readEvent(line);
  if (event === undefined) {
    yield `${line}\n`;
    return;
  }
  for (const shown of change(event)) yield `${JSON.stringify(shown)}\n`;
}

function readEvent(line: string): ApiEvent | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (!isJsonObject(value)) return undefined;
    const { type, object } = value;
    return typeof type === "string" && isJsonObject(object) ? { type, object } : undefined;
  } catch {
    return undefined;
  }
}
