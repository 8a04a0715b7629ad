import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { connect as connectPlain } from "node:net";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { pipeline } from "node:stream/promises";
import { connect as connectSecure } from "node:tls";
import { Agent, request as send } from "undici";
import type { Dispatcher } from "undici";
import type { ControllerWire, WireListener, WireWrite } from "#harness";
import { bodyWithin } from "./body-within.ts";
import { carriesEvents, mutableHeaders, passedHeaders, requestHead } from "./proxy-headers.ts";
import type { ProxyReply, ProxyRequest, Recognition } from "./recognition.ts";

/** What is kept of one request, and of the reply to a write, at most: a connection that has more breaks. */
const mostBodyBytes = 16 * 1024 * 1024;

/** What the proxy needs to reach the endpoint through TLS. */
export interface UpstreamTls {
  readonly ca?: string | Buffer;
  readonly cert?: string | Buffer;
  readonly key?: string | Buffer;
  readonly rejectUnauthorized?: boolean;
  /** The name that its certificate is for, where that is not in the address. */
  readonly servername?: string;
}

/** A write, and who wants to know of it. */
interface SeenWrite {
  readonly listener: WireListener;
  readonly write: WireWrite;
  readonly request: ProxyRequest;
}

/** How a {@link ControllerProxy} is started. */
export interface ControllerProxyOptions {
  /** Address of the endpoint. */
  readonly endpoint: string;
  readonly tls?: UpstreamTls;
  readonly recognition: Recognition;
  /** The port to listen on; 0, the default, takes a free one. */
  readonly port?: number;
}

/**
 * A plain HTTP server on loopback between a controller and its endpoint. Requests, streams and
 * WebSockets pass through it byte by byte; writes of objects are shown to a listener, which can break
 * them. Disposing ends it and all that goes through it.
 */
export class ControllerProxy implements ControllerWire, AsyncDisposable {
  readonly #endpoint: URL;
  readonly #tls: UpstreamTls;
  readonly #recognition: Recognition;
  readonly #server: Server;
  readonly #agent: Agent;
  /** What carries events at present. */
  readonly #streams = new Set<() => void>();
  readonly #listeners = new Set<WireListener>();
  #isCut = false;
  #origin = "";

  private constructor({ endpoint, tls = {}, recognition }: ControllerProxyOptions) {
    this.#endpoint = new URL(endpoint);
    this.#tls = tls;
    this.#recognition = recognition;
    this.#agent = new Agent({ bodyTimeout: 0, headersTimeout: 0, connect: { ...tls } });
    this.#server = createServer((incoming, outgoing) => {
      // An endpoint that is gone, or a controller that is: the other side sees a broken connection.
      this.#serve(incoming, outgoing).catch(() => outgoing.destroy());
    });
    this.#server.on("upgrade", (incoming, socket, head) => this.#upgrade(incoming, socket, head));
  }

  /** Starts one. Rejects with the original error where it cannot listen. */
  static async start(options: ControllerProxyOptions): Promise<ControllerProxy> {
    const proxy = new ControllerProxy(options);
    proxy.#server.listen(options.port ?? 0, "127.0.0.1");
    await once(proxy.#server, "listening");
    const address = proxy.#server.address();
    if (address === null || typeof address === "string") throw new Error("the proxy has no port");
    proxy.#origin = `http://127.0.0.1:${address.port}`;
    return proxy;
  }

  /** The address that the controller is given in place of the endpoint's. */
  get url(): string {
    return `${this.#origin}${this.#endpoint.pathname}${this.#endpoint.search}`;
  }

  listen(listener: WireListener): Disposable {
    this.#listeners.add(listener);
    return {
      [Symbol.dispose]: () => {
        this.#listeners.delete(listener);
      },
    };
  }

  cutWatches(): Disposable {
    this.#isCut = true;
    for (const cut of this.#streams) cut();
    return {
      [Symbol.dispose]: () => {
        this.#isCut = false;
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const cut of this.#streams) cut();
    this.#server.close();
    this.#server.closeAllConnections();
    await this.#agent.destroy();
  }

  async #serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await bodyWithin(incoming, mostBodyBytes);
    const request: ProxyRequest = {
      method: incoming.method ?? "GET",
      path: incoming.url ?? "/",
      contentType: incoming.headers["content-type"] ?? "",
      body,
    };
    const seen = this.#seenWrite(request);
    if (seen === undefined) return this.#stream(incoming, outgoing, body);
    const reply = await this.#treat(seen, () => this.#forward(incoming, body));
    if (reply === undefined) {
      outgoing.destroy();
      return;
    }
    outgoing.writeHead(reply.status, mutableHeaders(reply.headers)).end(reply.body);
  }

  #seenWrite(request: ProxyRequest): SeenWrite | undefined {
    const write = this.#listeners.size === 0 ? undefined : this.#recognition.write(request);
    if (write === undefined) return undefined;
    for (const listener of this.#listeners) {
      const key = listener.keyOf(write.texts);
      if (key !== undefined) return { listener, request, write: { ...write, key } };
    }
    return undefined;
  }

  /** `undefined` where the connection is to break. */
  async #treat(
    { listener, request, write }: SeenWrite,
    forward: () => Promise<ProxyReply>,
  ): Promise<ProxyReply | undefined> {
    const treatment = await listener.before(write);
    switch (treatment.treat) {
      case "pass": {
        const reply = await forward();
        listener.after(write, this.#recognition.result(reply, request));
        return reply;
      }
      case "lose-request":
        listener.after(write, { result: "lost", texts: [] });
        return undefined;
      case "lose-reply": {
        const result = this.#recognition.result(await forward(), request);
        listener.after(
          write,
          result.result === "stored"
            ? { ...result, result: "lost" }
            : { result: "lost", texts: [] },
        );
        return undefined;
      }
      case "refuse": {
        const reply = this.#recognition.refusal(treatment);
        listener.after(write, this.#recognition.result(reply, request));
        return reply;
      }
    }
  }

  async #forward(incoming: IncomingMessage, body: string): Promise<ProxyReply> {
    const reply = await this.#send(incoming, body, new AbortController().signal);
    return {
      status: reply.statusCode,
      headers: passedHeaders(reply.headers),
      body: await bodyWithin(reply.body, mostBodyBytes),
    };
  }

  async #stream(incoming: IncomingMessage, outgoing: ServerResponse, body: string): Promise<void> {
    if (this.#isCut && carriesEvents(incoming)) {
      outgoing.destroy();
      return;
    }
    const stop = new AbortController();
    const cut = (): void => {
      stop.abort();
      outgoing.destroy();
    };
    outgoing.once("close", () => stop.abort());
    const reply = await this.#send(incoming, body, stop.signal);
    outgoing.writeHead(reply.statusCode, mutableHeaders(passedHeaders(reply.headers)));
    outgoing.flushHeaders();
    if (carriesEvents(incoming)) this.#streams.add(cut);
    try {
      await pipeline(reply.body, outgoing);
    } finally {
      this.#streams.delete(cut);
    }
  }

  #send(
    incoming: IncomingMessage,
    body: string,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    return send(`${this.#endpoint.origin}${incoming.url ?? "/"}`, {
      method: incoming.method ?? "GET",
      headers: mutableHeaders(passedHeaders(incoming.headers)),
      body: body === "" ? null : body,
      dispatcher: this.#agent,
      signal,
    });
  }

  #upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (this.#isCut) {
      socket.destroy();
      return;
    }
    const upstream = this.#dial();
    const cut = (): void => {
      socket.destroy();
      upstream.destroy();
      this.#streams.delete(cut);
    };
    this.#streams.add(cut);
    for (const end of [socket, upstream]) end.once("error", cut).once("close", cut);
    upstream.write(`${requestHead(incoming, this.#endpoint.host)}\r\n`);
    if (head.length > 0) upstream.write(head);
    upstream.pipe(socket).pipe(upstream);
  }

  #dial(): Socket {
    const { hostname: host, protocol, port } = this.#endpoint;
    const isSecure = protocol === "https:";
    const to = { host, port: Number(port === "" ? (isSecure ? 443 : 80) : port) };
    return isSecure ? connectSecure({ ...to, servername: host, ...this.#tls }) : connectPlain(to);
  }
}
