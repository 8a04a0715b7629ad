import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { Agent } from "undici";
import type { JsonValue } from "#contract";
import { ControlPlane } from "./control-plane.ts";
import type { ServedKind } from "./control-plane.ts";
import { setTimeout as pause } from "node:timers/promises";
import { WebSocket } from "ws";
import { listenLocally } from "../../../bin/testing/local-server.ts";

/** Maximum time that a task blocks the next one, in milliseconds. */
const longestTurnMs = 500;

/** Runs tasks one at a time. A task that takes longer continues, but no longer blocks the others. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  async take(work: () => Promise<void>): Promise<void> {
    const done = this.#last.then(work);
    const over = new AbortController();
    const ended = done.finally(() => over.abort()).catch(() => undefined);
    const limit = this.#last.then(() =>
      pause(longestTurnMs, undefined, { signal: over.signal }).catch(() => undefined),
    );
    this.#last = Promise.race([ended, limit]);
    await done;
  }
}

export interface Front extends AsyncDisposable {
  readonly url: string;
}

export interface FrontOptions {
  readonly server: string;
  readonly kind: ServedKind;
  readonly version: string;
  readonly watches: "http" | "socket";
  /** The bearer token for requests to the fake. Defaults to no token. */
  readonly token?: string;
  /** Whether to send requests one at a time, because the fake has a single thread. */
  readonly isSingleThreaded?: boolean;
}

/** Time limit for a response of the fake, in milliseconds. */
const answerMs = 600_000;

/**
 * Forwards requests to a fake API server, and adds the control plane that the fake lacks. Requests for the kind under
 * test and their responses are forwarded unchanged. A watch that the fake delivers over a WebSocket becomes a stream of
 * lines.
 */
export async function startFront(options: FrontOptions): Promise<Front> {
  const turns = new Turns();
  const plane = new ControlPlane(options.kind, options.version);
  const agent = new Agent({
    bodyTimeout: 0,
    headersTimeout: answerMs,
    // Each request has its own connection. On a reused connection, delayed acknowledgments add 40 ms to every response
    // of two packets.
    pipelining: 0,
    connect: { rejectUnauthorized: false },
  });
  const proxy = createServer((asked, reply) => {
    serve(asked, reply, { ...options, plane, agent, turns }).catch(() => reply.destroy());
  });
  const local = await listenLocally(proxy);
  return {
    url: local.origin,
    async [Symbol.asyncDispose]() {
      await Promise.all([local[Symbol.asyncDispose](), agent.destroy()]);
    },
  };
}

interface Passing extends FrontOptions {
  readonly plane: ControlPlane;
  readonly turns: Turns;
  readonly agent: Agent;
}

async function serve(
  asked: IncomingMessage,
  reply: ServerResponse,
  passing: Passing,
): Promise<void> {
  const { method = "GET", url: target = "/" } = asked;
  const body = await buffer(asked);
  const { pathname: path, searchParams } = new URL(target, passing.server);
  const answer = passing.plane.answer({ method, path, body: parsed(body) });
  if (answer !== undefined) {
    reply.writeHead(answer.status, { "content-type": "application/json" });
    reply.end(JSON.stringify(answer.body));
    return;
  }
  if (passing.watches === "socket" && searchParams.has("watch")) {
    passSocketOn(new URL(target, passing.server), reply);
    return;
  }
  const request = { method, target, body, type: asked.headers["content-type"] };
  const isInTurn = passing.isSingleThreaded === true && !searchParams.has("watch");
  const pass = (): Promise<void> => passOn(reply, request, passing);
  await (isInTurn ? passing.turns.take(pass) : pass());
}

interface Passed {
  readonly method: string;
  readonly target: string;
  readonly body: Buffer;
  readonly type: string | undefined;
}

async function passOn(reply: ServerResponse, request: Passed, passing: Passing): Promise<void> {
  const { server, agent, token } = passing;
  const closed = new AbortController();
  reply.once("close", () => closed.abort());
  const answer = await agent.request({
    origin: server,
    path: request.target,
    // The fake must receive exactly what the client sent.
    method: methodOf(request.method),
    headers: {
      accept: "application/json",
      ...(request.type === undefined ? {} : { "content-type": request.type }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: request.body.length === 0 ? null : request.body,
    signal: closed.signal,
  });
  const type = answer.headers["content-type"];
  reply.writeHead(answer.statusCode, type === undefined ? {} : { "content-type": type });
  reply.flushHeaders();
  await pipeline(answer.body, reply);
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

function methodOf(text: string): (typeof methods)[number] {
  const method = methods.find((one) => one === text);
  if (method === undefined) throw new Error(`the suite sends no ${text}`);
  return method;
}

function parsed(body: Buffer): JsonValue {
  try {
    const value: JsonValue = JSON.parse(body.toString());
    return value;
  } catch {
    return null;
  }
}

/**
 * Opens a watch over a WebSocket, because some fakes support no other transport. Forwards each message as a line. If
 * the fake rejects the upgrade, forwards its response with the status code.
 */
function passSocketOn(target: URL, reply: ServerResponse): void {
  const address = new URL(target);
  address.protocol = target.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(address, { rejectUnauthorized: false });
  reply.once("close", () => socket.terminate());
  socket.once("open", () => {
    reply.writeHead(200, { "content-type": "application/json" });
    reply.flushHeaders();
  });
  socket.on("message", (message: Buffer) => {
    reply.write(`${message.toString().trim()}\n`);
  });
  socket.once("unexpected-response", (_request, answer) => {
    reply.writeHead(answer.statusCode ?? 502);
    answer.pipe(reply);
  });
  socket.once("close", () => reply.end());
  socket.once("error", () => {
    if (reply.headersSent) reply.end();
    else reply.destroy();
  });
}
