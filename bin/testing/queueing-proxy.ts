import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { listenLocally, passOn } from "./local-server.ts";

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
      await passOn(server, { headers: asked.headers, body: await body }, reply);
    };
    last = last.then(pass).catch(() => reply.destroy());
  });
  const local = await listenLocally(proxy);
  return {
    url: `${local.origin}/graphql`,
    get abandoned() {
      return abandoned;
    },
    [Symbol.asyncDispose]: () => local[Symbol.asyncDispose](),
  };
}
