import type { IncomingMessage } from "node:http";
import { connect as connectPlain, isIP } from "node:net";
import type { Socket } from "node:net";
import { connect as connectSecure } from "node:tls";
import { Agent, request as send } from "undici";
import type { Dispatcher } from "undici";
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
  readonly #tls: UpstreamTls;
  readonly #callers: UpstreamCallers | undefined;
  readonly #bare: Agent;
  readonly #certified: Agent;

  constructor({ endpoint, tls = {}, callers }: Upstream) {
    this.endpoint = new URL(endpoint);
    this.#tls = tls;
    this.#callers = callers;
    this.#certified = agentFor(tls);
    this.#bare = agentFor(withoutCertificate(tls));
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

  dial(incoming: ForwardedHead): Socket {
    const { hostname, protocol, port } = this.endpoint;
    const { headers, withCertificate } = presented(headerPairs(incoming), this.#callers);
    const isSecure = protocol === "https:";
    const host = hostname.replace(/^\[(.*)\]$/u, "$1");
    const to = { host, port: Number(port === "" ? (isSecure ? 443 : 80) : port) };
    const tls = withCertificate ? this.#tls : withoutCertificate(this.#tls);
    // A server name may not be an address (RFC 6066, section 3).
    const name = isIP(host) === 0 ? { servername: host } : {};
    const socket = isSecure ? connectSecure({ ...to, ...name, ...tls }) : connectPlain(to);
    socket.write(requestHead(incoming, this.endpoint.host, headers));
    return socket;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.#bare.destroy(), this.#certified.destroy()]);
  }
}

function agentFor(tls: UpstreamTls): Agent {
  return new Agent({ bodyTimeout: 0, headersTimeout: 0, connect: { ...tls } });
}

function withoutCertificate({ cert: _cert, key: _key, ...rest }: UpstreamTls): UpstreamTls {
  return rest;
}
