import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import type { Random } from "#harness";
import { longestSpikeMs, within } from "./weather.ts";
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
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = keep(connect({ port: to, host: "127.0.0.1", allowHalfOpen: true }));
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
  const waiting = new Waiting(delayMs);
  from.setNoDelay(true);
  from.on("data", (piece) => waiting.add(() => to.writable && to.write(piece)));
  from.on("end", () => waiting.add(() => to.end()));
  from.on("close", () => waiting.add(() => to.destroy()));
}

/** What is done later, in its order: timers of their own would overtake each other on a busy machine. */
class Waiting {
  readonly #delayMs: () => number;
  readonly #waiting: { readonly atMs: number; readonly act: () => void }[] = [];

  constructor(delayMs: () => number) {
    this.#delayMs = delayMs;
  }

  add(act: () => void): void {
    const before = this.#waiting.at(-1)?.atMs ?? 0;
    this.#waiting.push({ atMs: Math.max(before, performance.now() + this.#delayMs()), act });
    if (this.#waiting.length === 1) this.#wake();
  }

  #wake(): void {
    const [first] = this.#waiting;
    if (first === undefined) return;
    setTimeout(() => {
      this.#doWhatIsDue();
      this.#wake();
    }, first.atMs - performance.now());
  }

  /** The first, which the timer was for, and all others whose time has come. */
  #doWhatIsDue(): void {
    const nowMs = performance.now();
    do this.#waiting.shift()?.act();
    while ((this.#waiting[0]?.atMs ?? Infinity) <= nowMs);
  }
}

function delayOf(
  { latency, spikesPerThousand }: Pick<Weather, "latency" | "spikesPerThousand">,
  random: Random,
): number {
  if (random.below(1000) < spikesPerThousand) return random.below(longestSpikeMs);
  return within(latency, random);
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === "string") throw new Error("the line has no port");
  return address.port;
}
