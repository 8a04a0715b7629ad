import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import type { Random } from "#harness";
import { longestSpikeMs, within } from "./disturbances.ts";
import type { Disturbances } from "./disturbances.ts";

export interface SlowLine extends AsyncDisposable {
  readonly port: number;
}

export async function openSlowLine(
  to: number,
  disturbances: Pick<Disturbances, "latency" | "spikesPerThousand">,
  random: Random,
): Promise<SlowLine> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    // A failed socket is closed, and `carry` then closes the other one.
    return socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket));
  };
  const delayMs = (): number => delayOf(disturbances, random);
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

/** Forwards each chunk after a delay, but never before the preceding chunk. */
function carry(from: Socket, to: Socket, delayMs: () => number): void {
  const waiting = new Waiting(delayMs);
  from.setNoDelay(true);
  from.on("data", (piece) => waiting.add(() => to.writable && to.write(piece)));
  from.on("end", () => waiting.add(() => to.end()));
  from.on("close", () => waiting.add(() => to.destroy()));
}

/** Runs delayed tasks in order. Separate timers could fire out of order on a busy machine. */
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

  /** Runs all tasks that are due, including the one whose timer has fired. */
  #doWhatIsDue(): void {
    const nowMs = performance.now();
    do this.#waiting.shift()?.act();
    while ((this.#waiting[0]?.atMs ?? Infinity) <= nowMs);
  }
}

function delayOf(
  { latency, spikesPerThousand }: Pick<Disturbances, "latency" | "spikesPerThousand">,
  random: Random,
): number {
  if (random.below(1000) < spikesPerThousand) return random.below(longestSpikeMs);
  return within(latency, random);
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === "string") throw new Error("the line has no port");
  return address.port;
}
