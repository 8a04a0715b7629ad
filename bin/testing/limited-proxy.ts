import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { request } from "undici";

export interface LimitedProxy extends AsyncDisposable {
  readonly url: string;
  /** Number of requests so far, including rejected requests. */
  readonly requests: number;
  readonly refused: number;
}

export interface ProxyLimit {
  readonly requests: number;
  /** The length of the time window, in milliseconds. A window starts with its first request. */
  readonly windowMs: number;
}

/** Forwards requests to a server, and rejects requests above a limit with status 429 and without Retry-After. */
export async function startLimitedProxy(server: string, limit: ProxyLimit): Promise<LimitedProxy> {
  let requests = 0;
  let refused = 0;
  let beganMs = -Infinity;
  let inWindow = 0;
  const isTooMany = (): boolean => {
    const nowMs = performance.now();
    if (nowMs - beganMs >= limit.windowMs) {
      beganMs = nowMs;
      inWindow = 0;
    }
    inWindow += 1;
    return inWindow > limit.requests;
  };
  const proxy = createServer((asked, reply) => {
    requests += 1;
    if (isTooMany()) {
      refused += 1;
      asked.resume();
      reply.writeHead(429, { "content-type": "text/plain" }).end("too many requests");
      return;
    }
    passOn(server, asked, reply).catch(() => reply.destroy());
  });
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  const address = proxy.address();
  if (address === null || typeof address === "string") throw new Error("the proxy has no port");
  return {
    url: `http://127.0.0.1:${address.port}/graphql`,
    get requests() {
      return requests;
    },
    get refused() {
      return refused;
    },
    async [Symbol.asyncDispose]() {
      const closed = once(proxy, "close");
      proxy.close();
      proxy.closeAllConnections();
      await closed;
    },
  };
}

async function passOn(
  server: string,
  asked: IncomingMessage,
  reply: ServerResponse,
): Promise<void> {
  const { authorization } = asked.headers;
  const answer = await request(server, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(authorization === undefined ? {} : { authorization }),
    },
    body: await text(asked),
  });
  reply.writeHead(answer.statusCode, { "content-type": "application/json" });
  reply.end(await answer.body.text());
}
