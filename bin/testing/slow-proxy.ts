import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { Socket } from "node:net";
import { portOf } from "./local-server.ts";

/** A network with latency between a client and a server. Disposing closes all connections. */
export interface SlowProxy extends AsyncDisposable {
  readonly url: URL;
}

/**
 * Forwards all data in both directions with a delay. Successive connections cycle through the delays, in milliseconds,
 * so that concurrent requests arrive in a different order.
 */
export async function startSlowProxy(server: URL, delaysMs: readonly number[]): Promise<SlowProxy> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const proxy = createServer((near) => {
    const delayMs = delaysMs[connections % delaysMs.length] ?? 0;
    connections += 1;
    const far = connect(Number(server.port), server.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("data", (piece) => setTimeout(() => to.write(piece), delayMs));
      from.on("error", () => to.destroy());
      from.on("close", () => {
        sockets.delete(from);
        setTimeout(() => to.end(), delayMs);
      });
    }
  });
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  const url = new URL(server);
  url.port = String(portOf(proxy));
  return {
    url,
    async [Symbol.asyncDispose]() {
      const closed = once(proxy, "close");
      proxy.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
