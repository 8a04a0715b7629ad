import { Client } from "undici";
import type { buildConnector } from "undici";
import { onAbort } from "../../port/on-abort.ts";
import { LoopStalls } from "./loop-stalls.ts";

export interface ConnectionsOptions {
  /** `https://api.example.com:8443` */
  readonly origin: string;
  readonly connect: buildConnector.connector;
  /** Maximum size of a response in bytes. */
  readonly maxResponseSize: number;
  readonly most: number;
  /** Maximum number of connections that have not received a response yet. */
  readonly mostNew: number;
  /** The clock, in milliseconds. Defaults to `performance.now`. */
  readonly now?: () => number;
}

export interface Lent {
  readonly client: Client;
  readonly isNew: boolean;
  /** Time at which the connection was borrowed, on the clock of `now`. */
  readonly atMs: number;
}

/**
 * Maximum idle time of a connection, in milliseconds. A server may close an idle connection while a request is in
 * flight, and the outcome of the request is then unknown. Servers wait at least two seconds after their last response.
 * The time is measured from the earliest time at which the last response may have arrived, because a stalled process
 * reads it late. A timer that closes the connection would not work: after a stall it fires too late, like the close
 * event.
 */
const longestUnusedMs = 1_000;

interface Unused {
  readonly client: Client;
  readonly sinceMs: number;
}

/**
 * Keep-alive connections to one server. Each has its own undici client and serves one request at a time. The most
 * recently used connection comes first. Only a few are opened concurrently, because a busy server accepts new
 * connections slowly: Node.js accepts one per turn of its loop. When many connections were opened at once, some waited
 * for ten seconds, while accepted connections received responses within a quarter of a second. The operating system
 * accepts connections before the server does, so a connection is new until its first response. undici's own pool does
 * not distinguish new connections.
 */
export class Connections implements AsyncDisposable {
  readonly #options: ConnectionsOptions;
  /** Shared by all connections, because the connector caches TLS sessions. */
  readonly #connector: buildConnector.connector;
  readonly #now: () => number;
  readonly #stalls: LoopStalls;
  readonly #all = new Set<Client>();
  readonly #free: Unused[] = [];
  /** Callbacks of waiting requests. Each returns whether its request no longer needs to wait. */
  readonly #waiting = new Set<() => boolean>();
  #new = 0;
  #isOver = false;

  constructor(options: ConnectionsOptions) {
    this.#options = options;
    this.#now = options.now ?? ((): number => performance.now());
    this.#connector = options.connect;
    this.#stalls = new LoopStalls(this.#now);
  }

  /** Lends a connection as soon as one is free. Undefined if the signal aborts or the pool is closed first. */
  lend(signal: AbortSignal): Lent | Promise<Lent | undefined> {
    const lent = this.#waiting.size === 0 ? this.#take() : undefined;
    if (lent !== undefined) return lent;
    if (signal.aborted || this.#isOver) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const go = (): boolean => {
        const next = this.#take();
        if (next === undefined && !this.#isOver) return false;
        release();
        this.#waiting.delete(go);
        resolve(next);
        return true;
      };
      const release = onAbort(signal, () => {
        this.#waiting.delete(go);
        resolve(undefined);
      });
      this.#waiting.add(go);
    });
  }

  /** Returns a connection to the pool when its request is finished. Drops a closed connection. */
  giveBack({ client, isNew, atMs }: Lent): void {
    if (isNew) this.#new -= 1;
    const sinceMs = Math.max(atMs, this.#stalls.earliestArrival(this.#now()));
    if (client.stats.connected) this.#free.push({ client, sinceMs });
    else this.#drop(client);
    this.#letIn();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    this.#stalls[Symbol.dispose]();
    this.#letIn();
    await Promise.all([...this.#all].map((client) => client.destroy()));
  }

  #take(): Lent | undefined {
    if (this.#isOver) return undefined;
    const atMs = this.#now();
    for (let unused = this.#free.pop(); unused !== undefined; unused = this.#free.pop()) {
      if (atMs - unused.sinceMs <= longestUnusedMs)
        return { client: unused.client, isNew: false, atMs };
      this.#drop(unused.client);
    }
    const { most, mostNew } = this.#options;
    if (this.#new >= mostNew || this.#all.size >= most) return undefined;
    this.#new += 1;
    return { client: this.#open(), isNew: true, atMs };
  }

  #open(): Client {
    const { origin, maxResponseSize } = this.#options;
    const connect = this.#connector;
    const client = new Client(origin, { pipelining: 1, maxResponseSize, connect });
    this.#all.add(client);
    // A server closes idle connections after several seconds. Borrowed connections are checked when they are returned.
    client.on("disconnect", () => {
      const place = this.#free.findIndex((unused) => unused.client === client);
      if (place === -1) return;
      this.#free.splice(place, 1);
      this.#drop(client);
    });
    return client;
  }

  #drop(client: Client): void {
    this.#all.delete(client);
    void client.destroy();
  }

  #letIn(): void {
    for (const go of this.#waiting) {
      if (!go()) return;
    }
  }
}
