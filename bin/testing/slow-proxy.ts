import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";

/** A network between a client and a server that takes its time. Disposing ends all connections. */
export interface SlowProxy extends AsyncDisposable {
  /** The address of the server as clients are to use it. */
  readonly url: URL;
}

/**
 * Passes on everything to a server and back, later: on each connection by another one of these times, in
 * milliseconds, so that what is sent at once arrives in another order.
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
  url.port = String(portOf(proxy.address()));
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

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === "string") throw new Error("the proxy has no port");
  return address.port;
}
