import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { Agent, request as send } from "undici";
import type { Dispatcher } from "undici";
import { connectorTo, endpointOf } from "#targets";
import { headerPairs, passedPairs, requestHead } from "./proxy-headers.ts";
import type { ForwardedHead } from "./proxy-headers.ts";
import { presented } from "./upstream-callers.ts";
import type { UpstreamCallers } from "./upstream-callers.ts";

export interface UpstreamTls {
  readonly ca?: string | Buffer;
  readonly cert?: string | Buffer;
  readonly key?: string | Buffer;
  readonly rejectUnauthorized?: boolean;
  readonly servername?: string;
}

export interface Upstream {
  readonly endpoint: string;
  readonly tls?: UpstreamTls;
  /** The forward proxy to the endpoint. None by default. */
  readonly proxy?: URL;
  /** The callers by proxy token. Absent if requests carry their own credentials. */
  readonly callers?: UpstreamCallers;
}

export type PassedBody = Buffer | IncomingMessage | null;

/**
 * Connections from the proxy to its endpoint. Requests with and without the client certificate never share a
 * connection.
 */
export class UpstreamConnection implements AsyncDisposable {
  readonly endpoint: URL;
  readonly #dialing: { readonly bare: Connector; readonly certified: Connector };
  readonly #callers: UpstreamCallers | undefined;
  readonly #bare: Agent;
  readonly #certified: Agent;

  constructor({ endpoint, tls = {}, proxy, callers }: Upstream) {
    this.endpoint = new URL(endpoint);
    this.#dialing = {
      bare: connectorTo(withoutCertificate(tls), proxy),
      certified: connectorTo(tls, proxy),
    };
    this.#callers = callers;
    this.#certified = agentFor(this.#dialing.certified);
    this.#bare = agentFor(this.#dialing.bare);
  }

  async send(
    incoming: ForwardedHead,
    body: PassedBody,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    const { headers, withCertificate } = presented(
      passedPairs(headerPairs(incoming)),
      this.#callers,
    );
    const isStream = body !== null && !Buffer.isBuffer(body);
    // The HTTP client computes the length of a body that is not a stream.
    const kept = headers.filter(([name]) => isStream || name.toLowerCase() !== "content-length");
    return await send(`${this.endpoint.origin}${incoming.url ?? "/"}`, {
      method: incoming.method ?? "GET",
      headers: kept.flat(),
      body,
      dispatcher: withCertificate ? this.#certified : this.#bare,
      signal,
    });
  }

  /** Connects, and sends the head of a request to upgrade. Rejects if there is no connection. */
  async dial(incoming: ForwardedHead): Promise<Socket> {
    const sent = headerPairs(incoming).filter(([name]) => !isExtension(name));
    const { headers, withCertificate } = presented(sent, this.#callers);
    const connect = withCertificate ? this.#dialing.certified : this.#dialing.bare;
    const socket = await new Promise<Socket>((resolve, reject) => {
      connect(endpointOf(this.endpoint), (...[error, connected]) => {
        if (error === null) resolve(connected);
        else reject(error);
      });
    });
    socket.write(requestHead(incoming, this.endpoint.host, headers));
    return socket;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.#bare.destroy(), this.#certified.destroy()]);
  }
}

/** Whether a header offers extensions of a WebSocket, such as compression, which would make its messages unreadable. */
function isExtension(header: string): boolean {
  return header.toLowerCase() === "sec-websocket-extensions";
}

type Connector = ReturnType<typeof connectorTo>;

function agentFor(connect: Connector): Agent {
  return new Agent({ bodyTimeout: 0, headersTimeout: 0, connect });
}

function withoutCertificate({ cert: _cert, key: _key, ...rest }: UpstreamTls): UpstreamTls {
  return rest;
}
