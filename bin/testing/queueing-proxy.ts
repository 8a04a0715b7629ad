import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { request } from "undici";

export interface QueueingProxy extends AsyncDisposable {
  readonly url: string;
  /** Number of clients that did not wait for the response. */
  readonly abandoned: number;
}

/** Starts a proxy that forwards one request every `eachMs` milliseconds, even if the client no longer waits. */
export async function startQueueingProxy(server: string, eachMs: number): Promise<QueueingProxy> {
  let last: Promise<unknown> = Promise.resolve();
  let abandoned = 0;
  const proxy = createServer((asked, reply) => {
    const body = text(asked).catch(() => "");
    reply.on("close", () => {
      if (!reply.writableFinished) abandoned += 1;
    });
    const pass = async (): Promise<void> => {
      await pause(eachMs);
      const { authorization } = asked.headers;
      const answer = await request(server, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(authorization === undefined ? {} : { authorization }),
        },
        body: await body,
      });
      reply.writeHead(answer.statusCode, { "content-type": "application/json" });
      reply.end(await answer.body.text());
    };
    last = last.then(pass).catch(() => reply.destroy());
  });
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  const address = proxy.address();
  if (address === null || typeof address === "string") throw new Error("the proxy has no port");
  return {
    url: `http://127.0.0.1:${address.port}/graphql`,
    get abandoned() {
      return abandoned;
    },
    async [Symbol.asyncDispose]() {
      const closed = once(proxy, "close");
      proxy.close();
      proxy.closeAllConnections();
      await closed;
    },
  };
}
