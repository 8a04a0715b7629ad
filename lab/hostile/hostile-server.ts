import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { randomFor } from "#harness";
import type { Means } from "./defects/defect.ts";
import { EventSpoiler } from "./event-spoiler.ts";
import type { HostileCase } from "./hostile-case.ts";
import { Moment } from "./moment.ts";
import { SocketProxy } from "./socket-proxy.ts";
import { proxyStream } from "./stream-proxy.ts";
import type { Tally } from "./attack-tally.ts";
import type { Sound } from "./hostile-upstream.ts";
import { closeServer, listenLocally, portOf } from "../../bin/testing/local-server.ts";

export const streamPath = "/graphql/stream";

/**
 * A proxy in front of a correct server. It exhibits one defect, with the onset that the case specifies. Disposing
 * closes all its connections.
 */
export class HostileServer implements AsyncDisposable {
  readonly #case: HostileCase;
  readonly #upstream: Sound;
  readonly #server: Server;
  readonly #elsewhere: Server;
  readonly #moment: Moment;
  readonly #sockets: SocketProxy;
  readonly #events: EventSpoiler;
  readonly #connections = new Set<Duplex>();
  readonly #heardElsewhere: string[] = [];
  readonly #ended = new AbortController();
  #means: Means | undefined;
  #struckWrites = 0;

  private constructor(hostileCase: HostileCase, upstream: Sound) {
    this.#case = hostileCase;
    this.#upstream = upstream;
    this.#moment = new Moment(hostileCase.onset);
    const shared = { case: hostileCase, moment: this.#moment, means: () => this.#known() };
    this.#events = new EventSpoiler(shared);
    this.#sockets = new SocketProxy({ ...shared, upstream, events: this.#events });
    this.#server = createServer((request, response) => void this.#answer(request, response));
    this.#server.on("upgrade", (request, socket, head: Buffer) => {
      this.#sockets.take({ request, socket, head });
    });
    this.#server.on("connection", (socket: Duplex) => this.#connected(socket));
    this.#elsewhere = createServer(({ url = "", headers }, response) => {
      this.#heardElsewhere.push(`${url} ${headers.authorization ?? ""}`);
      response.end();
    });
  }

  static async start(hostileCase: HostileCase, upstream: Sound): Promise<HostileServer> {
    const server = new HostileServer(hostileCase, upstream);
    const elsewhere = await listenLocally(server.#elsewhere);
    server.#means = {
      random: randomFor(hostileCase.seed, "strikes"),
      elsewhere: `${elsewhere.origin}/elsewhere`,
    };
    await listenLocally(server.#server);
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${portOf(this.#server)}/graphql`;
  }

  get tally(): Omit<Tally, "isOtherObjectThere"> {
    return {
      strikes: this.#moment.strikes,
      struckWrites: this.#struckWrites,
      heardElsewhere: this.#heardElsewhere,
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ended.abort();
    this.#sockets[Symbol.dispose]();
    for (const socket of this.#connections) socket.destroy();
    await Promise.all([closeServer(this.#server), closeServer(this.#elsewhere)]);
  }

  #connected(socket: Duplex): void {
    this.#connections.add(socket);
    // Several defects may write to the connection at the same time, so many listeners do not indicate a leak.
    socket.setMaxListeners(0);
    socket.on("error", () => {});
    socket.on("close", () => this.#connections.delete(socket));
    const { strike } = this.#case.defect;
    if (strike.at === "connection" && this.#moment.take()) strike.strike(socket, this.#known());
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const body = await bodyOf(request);
      if (request.url?.startsWith(streamPath) === true) await this.#stream(request, response, body);
      else await this.#reply(request, response, body);
    } catch {
      response.destroy();
    }
  }

  async #reply(request: IncomingMessage, response: ServerResponse, body: string): Promise<void> {
    const honest = await this.#upstream.ask(body, request.headers.authorization);
    const { strike } = this.#case.defect;
    const isAimedAt = strike.at === "reply" || strike.at === "body";
    const isStruck = isAimedAt && this.#isStruck(body);
    if (isCreation(body)) this.#moment.created();
    if (!isStruck) return send(response, honest);
    if (strike.at === "body") return send(response, strike.rewrite(honest, this.#known()));
    await strike.strike({ ...this.#known(), socket: request.socket, honest });
  }

  async #stream(request: IncomingMessage, response: ServerResponse, body: string): Promise<void> {
    await proxyStream(
      { request, response, body },
      {
        case: this.#case,
        moment: this.#moment,
        means: () => this.#known(),
        upstream: this.#upstream,
        events: this.#events,
        signal: this.#ended.signal,
      },
    );
  }

  #isStruck(body: string): boolean {
    // Introspection is part of the first contact, so a case with a later onset never affects it.
    const { since, after } = this.#case.onset;
    if ((after > 0 || since === "creation") && body.includes("__schema")) return false;
    const isStruck = this.#moment.take();
    if (isStruck && isWrite(body)) this.#struckWrites += 1;
    return isStruck;
  }

  #known(): Means {
    if (this.#means === undefined) throw new Error("the server has not been started");
    return this.#means;
  }
}

function isWrite(body: string): boolean {
  return /"query":"\s*mutation/u.test(body) && !/\bdelete[A-Z]/u.test(body);
}

function isCreation(body: string): boolean {
  return /"query":"\s*mutation[^"]*\bcreate[A-Z]/u.test(body);
}

function send(response: ServerResponse, body: string): void {
  const bytes = Buffer.from(body);
  const length = String(bytes.length);
  response.writeHead(200, { "content-type": "application/json", "content-length": length });
  response.end(bytes);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const bytes of request) if (Buffer.isBuffer(bytes)) chunks.push(bytes);
  return Buffer.concat(chunks).toString("utf8");
}
