import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import type { Random } from "#harness";
import { longestSpikeMs } from "./weather.ts";
import type { Weather } from "./weather.ts";

/** A way to a server that holds everything back, and never changes its order. Disposing cuts it. */
export interface SlowLine extends AsyncDisposable {
  readonly port: number;
}

/** Opens a slow line to a port of this machine. */
export async function openSlowLine(
  to: number,
  weather: Pick<Weather, "latency" | "spikesPerThousand">,
  random: Random,
): Promise<SlowLine> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    // What goes wrong on one side ends the other: there is nobody to tell.
    return socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket));
  };
  const delayMs = (): number => delayOf(weather, random);
  const server = createServer((near) => {
    const far = keep(connect(to, "127.0.0.1"));
    carry(keep(near), far, delayMs);
    carry(far, near, delayMs);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: portOf(server.address()),
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Each piece leaves after its delay, and never before the one that came before it. */
function carry(from: Socket, to: Socket, delayMs: () => number): void {
  let lastMs = 0;
  const after = (act: () => void): void => {
    lastMs = Math.max(lastMs, performance.now() + delayMs());
    setTimeout(act, lastMs - performance.now());
  };
  from.setNoDelay(true);
  from.on("data", (piece) => after(() => to.writable && to.write(piece)));
  from.on("end", () => after(() => to.end()));
  from.on("close", () => after(() => to.destroy()));
}

function delayOf(
  { latency, spikesPerThousand }: Pick<Weather, "latency" | "spikesPerThousand">,
  random: Random,
): number {
  if (random.below(1000) < spikesPerThousand) return random.below(longestSpikeMs);
  const { leastMs, mostMs } = latency;
  return leastMs + random.below(mostMs - leastMs + 1);
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === "string") throw new Error("the line has no port");
  return address.port;
}
