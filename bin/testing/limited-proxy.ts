import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { listenLocally, passOn } from "./local-server.ts";

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
    text(asked)
      .then((body) => passOn(server, { headers: asked.headers, body }, reply))
      .catch(() => reply.destroy());
  });
  const local = await listenLocally(proxy);
  return {
    url: `${local.origin}/graphql`,
    get requests() {
      return requests;
    },
    get refused() {
      return refused;
    },
    [Symbol.asyncDispose]: () => local[Symbol.asyncDispose](),
  };
}
