import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { WebSocket, WebSocketServer } from "ws";
import type { RawData } from "ws";
import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import { demoTokens, startReference } from "#reference";
import type { ReferenceServer } from "#reference";
import { Upstream } from "../hostile/hostile-upstream.ts";
import { formsOf } from "./canary.ts";
import { closeServer, listenLocally, portOf } from "../../bin/testing/local-server.ts";

export type RoleOf = (credential: string) => keyof typeof demoTokens | undefined;

export interface EchoOptions {
  readonly roleOf: RoleOf;
  readonly credentialsIn: (text: string) => readonly string[];
  /** Address to which to redirect instead of responding. The URL contains everything that the server received. */
  readonly redirectTo?: string;
}

/**
 * The reference server behind a proxy that accepts the canaries as credentials. Every response echoes everything that
 * the server has received, raw and encoded, in headers, extensions, messages and objects. Disposing stops it.
 */
export class EchoServer implements AsyncDisposable {
  readonly #options: EchoOptions;
  readonly #upstream: Upstream;
  readonly #server: Server;
  readonly #sockets = new WebSocketServer({ noServer: true });
  readonly #heard = new Set<string>();

  private constructor(reference: ReferenceServer, options: EchoOptions) {
    this.#options = options;
    this.#upstream = new Upstream(reference);
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch(() => response.destroy());
    });
    this.#server.on("upgrade", (request, socket, head: Buffer) => {
      this.#hear(request);
      this.#sockets.handleUpgrade(request, socket, head, (client) => this.#join(client, request));
    });
  }

  static async start(options: EchoOptions): Promise<EchoServer> {
    const server = new EchoServer(await startReference(), options);
    await listenLocally(server.#server);
    return server;
  }

  get host(): string {
    return `127.0.0.1:${portOf(this.#server)}`;
  }

  get heard(): ReadonlySet<string> {
    return this.#heard;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const client of this.#sockets.clients) client.terminate();
    await closeServer(this.#server);
    await this.#upstream[Symbol.asyncDispose]();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const presented = this.#hear(request);
    const body = await text(request);
    const echo = this.#echo();
    response.setHeader("x-echo", encodeURIComponent(echo));
    response.setHeader("set-cookie", `session=${encodeURIComponent(echo)}`);
    const { redirectTo } = this.#options;
    if (redirectTo !== undefined) {
      const location = `${redirectTo}?echo=${encodeURIComponent(echo)}`;
      response.writeHead(307, { location }).end(echo);
      return;
    }
    const loggedIn = this.#logIn(body);
    const honest: unknown = JSON.parse(loggedIn ?? (await this.#upstream.ask(body, presented)));
    response.setHeader("content-type", `application/json; echo="${encodeURIComponent(echo)}"`);
    response.end(JSON.stringify(body.includes("__schema") ? honest : echoedIn(honest, echo)));
  }

  #logIn(body: string): string | undefined {
    if (!/mutation\s*\{\s*logIn/u.test(body)) return undefined;
    for (const found of this.#options.credentialsIn(body)) this.#heard.add(found);
    const [password = ""] = this.#options.credentialsIn(body);
    if (password.includes("wrong")) {
      return JSON.stringify({ errors: [{ message: `no such user: ${this.#echo()}` }] });
    }
    return JSON.stringify({ data: { logIn: { token: `${password}-logged-in` } } });
  }

  /** Records the credential of a request. Returns the corresponding credential of the reference server. */
  #hear({ headers, url = "" }: IncomingMessage): string | undefined {
    const words = [headers.authorization, headers.cookie, headers["x-token"], decode(url)].flat();
    return this.#known(words.join(" "));
  }

  #known(words: string): string | undefined {
    const found = this.#options.credentialsIn(words);
    for (const one of found) this.#heard.add(one);
    const role = found.map(this.#options.roleOf).find((one) => one !== undefined);
    if (role !== undefined) return `Bearer ${demoTokens[role]}`;
    return found.length === 0 ? undefined : "Bearer unknown";
  }

  #echo(): string {
    return [...this.#heard].flatMap((one) => Object.values(wholeForms(one))).join(" ");
  }

  #join(client: WebSocket, request: IncomingMessage): void {
    const upstream = new WebSocket(this.#upstream.webSocketUrl, client.protocol);
    const early: string[] = [];
    client.on("message", (data) => {
      const message = this.#forwarded(textOf(data), request);
      if (upstream.readyState === WebSocket.OPEN) upstream.send(message);
      else early.push(message);
    });
    upstream.on("open", () => {
      for (const message of early) upstream.send(message);
    });
    upstream.on("message", (data) => {
      const message: unknown = JSON.parse(textOf(data));
      const isNext = isJsonObject(message) && "payload" in message;
      const payload = isNext ? echoedIn(message["payload"], this.#echo()) : undefined;
      client.send(isNext ? JSON.stringify({ ...message, payload }) : textOf(data));
    });
    client.on("close", () => upstream.terminate());
    upstream.on("close", (code) => {
      const isOwn = code >= 3000 && code < 5000;
      client.close(isOwn ? code : 1000, this.#echo().slice(0, 120));
    });
    for (const socket of [client, upstream]) socket.on("error", () => socket.terminate());
  }

  #forwarded(sent: string, request: IncomingMessage): string {
    const message: unknown = JSON.parse(sent);
    if (!isJsonObject(message) || message["type"] !== "connection_init") return sent;
    const known = this.#known(JSON.stringify(message["payload"] ?? {})) ?? this.#hear(request);
    const payload: JsonObject = known === undefined ? {} : { Authorization: known };
    return JSON.stringify({ ...message, payload });
  }
}

function wholeForms(secret: string): readonly string[] {
  const { plain = "", url = "", hex = "" } = formsOf(secret);
  return [plain, url, hex, base64(secret), base64(`Bearer ${secret}`), base64(`canary:${secret}`)];
}

function decode(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString("utf8");
  return Buffer.from(new Uint8Array(data)).toString("utf8");
}

function base64(words: string): string {
  return Buffer.from(words).toString("base64");
}

function echoedIn(value: unknown, echo: string): unknown {
  if (Array.isArray(value)) return value.map((item) => echoedIn(item, echo));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, inner]) => [
    name,
    echoedMember(name, inner, echo),
  ]);
  const whole = Object.fromEntries(members);
  return "data" in value || "errors" in value ? { ...whole, extensions: { echo } } : whole;
}

function echoedMember(name: string, value: unknown, echo: string): unknown {
  if (name === "annotations") return { [echo]: echo };
  if (name === "message" && typeof value === "string") return `${value} ${echo}`;
  if (name === "extensions" && isJsonObject(value)) return { ...value, echo, [echo]: 1 };
  return echoedIn(value, echo);
}
