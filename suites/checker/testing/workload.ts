import type {
  HistoryLine,
  OperationKind,
  OperationLine,
  VersionOrder,
  WatchEventType,
  WatchLine,
} from "../history/history.ts";
import { Random } from "./random-source.ts";

export interface WorkloadOptions {
  readonly seed: number;
  readonly versions: VersionOrder;
  readonly operations: number;
  readonly objects: number;
  readonly clients: number;
  /** Share of reads. All other operations are conditional writes, except for the shares `puts` and `lives`. */
  readonly reads?: number;
  readonly puts?: number;
  readonly lives?: number;
  readonly unknown?: number;
}

export interface Committed {
  readonly object: string;
  readonly version: string;
  readonly uid: string;
  readonly value: string;
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly time: number;
}

export interface Recording {
  readonly lines: readonly HistoryLine[];
  readonly log: readonly Committed[];
}

interface Stored {
  readonly version: string;
  readonly uid: string;
  readonly value: string;
}

type Request = Omit<OperationLine, "outcome">;
type Answer = Pick<OperationLine, "outcome"> & Partial<OperationLine>;

interface Client {
  readonly name: string;
  readonly known: Map<string, Stored>;
  request?: Request | undefined;
  answer?: Answer | undefined;
}

export function record(options: WorkloadOptions): Recording {
  return new Workload(options).run();
}

class Workload {
  readonly #options: WorkloadOptions;
  readonly #random: Random;
  readonly #lines: HistoryLine[] = [];
  readonly #log: Committed[] = [];
  readonly #store = new Map<string, Stored>();
  readonly #clients: readonly Client[];
  #version = 100;
  #tokens = 0;
  #time = 0;

  constructor(options: WorkloadOptions) {
    this.#options = options;
    this.#random = new Random(options.seed);
    this.#clients = Array.from({ length: options.clients }, (_, i) => ({
      name: `c${i}`,
      known: new Map(),
    }));
    for (let i = 0; i < options.objects; i += 1) this.#begin(`default/o${i}`);
  }

  run(): Recording {
    let started = 0;
    let busy = 0;
    while (started < this.#options.operations || busy > 0) {
      this.#time += 1;
      const client = this.#random.pick(this.#clients);
      if (client.request === undefined) {
        if (started === this.#options.operations) continue;
        client.request = this.#request(client);
        started += 1;
        busy += 1;
      } else if (client.answer === undefined) {
        client.answer = this.#apply(client.request);
      } else {
        this.#finish(client, client.request, client.answer);
        busy -= 1;
      }
    }
    return { lines: this.#lines, log: this.#log };
  }

  #begin(object: string): void {
    const stored = this.#fresh(`u-${object}`, "h0");
    this.#store.set(object, stored);
    this.#lines.push({ kind: "initial", object, ...stored });
    for (const client of this.#clients) client.known.set(object, stored);
  }

  #request(client: Client): Request {
    const object = `default/o${this.#random.below(this.#options.objects)}`;
    const known = client.known.get(object);
    const operation = known === undefined ? "read" : this.#kind();
    const base = {
      kind: "operation",
      operation,
      object,
      client: client.name,
      invoke: this.#time,
    } as const;
    if (operation === "read") return base;
    if (operation === "delete") return { ...base, uid: known?.uid };
    const precondition = operation === "cas" ? known?.version : undefined;
    return { ...base, precondition, value: `h${this.#token()}` };
  }

  #kind(): OperationKind {
    const { reads = 0.4, puts = 0, lives = 0 } = this.#options;
    const dice = this.#random.next();
    if (dice < reads) return "read";
    if (dice < reads + puts) return "put";
    if (dice < reads + puts + lives / 2) return "create";
    return dice < reads + puts + lives ? "delete" : "cas";
  }

  #apply(request: Request): Answer {
    const { object, operation } = request;
    const stored = this.#store.get(object);
    if (operation === "create") {
      if (stored !== undefined) return { outcome: "exists" };
      return this.#commit(request, this.#fresh(`u${this.#token()}`, request.value), "ADDED");
    }
    if (stored === undefined) return { outcome: "not-found" };
    switch (operation) {
      case "read":
        return { outcome: "ok", ...stored };
      case "cas":
        if (request.precondition !== stored.version) return { outcome: "conflict" };
        return this.#commit(request, this.#fresh(stored.uid, request.value), "MODIFIED");
      case "put":
        return this.#commit(request, this.#fresh(stored.uid, request.value), "MODIFIED");
      case "delete": {
        if (request.uid !== stored.uid) return { outcome: "conflict" };
        const { version } = this.#fresh(stored.uid, stored.value);
        this.#log.push({ object, ...stored, version, type: "DELETED", time: this.#time });
        this.#store.delete(object);
        return { outcome: "ok" };
      }
    }
  }

  #commit({ object }: Request, stored: Stored, type: Committed["type"]): Answer {
    this.#store.set(object, stored);
    this.#log.push({ object, ...stored, type, time: this.#time });
    return { outcome: "ok", ...stored };
  }

  #finish(client: Client, request: Request, answer: Answer): void {
    client.request = undefined;
    client.answer = undefined;
    if (this.#random.chance(this.#options.unknown ?? 0)) {
      this.#lines.push({ ...request, outcome: "unknown" });
      return;
    }
    this.#lines.push({ ...request, ...answer, return: this.#time });
    const { version, uid, value } = answer;
    if (version !== undefined && uid !== undefined && value !== undefined) {
      client.known.set(request.object, { version, uid, value });
    }
    const isStale = answer.outcome === "conflict" || answer.outcome === "not-found";
    if (isStale) client.known.delete(request.object);
    if (answer.outcome === "not-found" && request.operation === "read") {
      client.known.set(request.object, { version: "1", uid: "u-none", value: "h0" });
    }
  }

  #fresh(uid: string, value = "h0"): Stored {
    this.#version += 10;
    const isComparable = this.#options.versions === "comparable";
    return { version: isComparable ? `${this.#version}` : `t${this.#version * 7919}`, uid, value };
  }

  #token(): number {
    this.#tokens += 1;
    return this.#tokens;
  }
}

export interface WatchOptions {
  readonly watch: string;
  readonly object?: string;
  readonly bookmarkEvery?: number;
  readonly reopenEvery?: number;
}

/** Returns the lines of a correct watch, from a version until all events have been delivered. */
export function watchLines(log: readonly Committed[], options: WatchOptions): readonly WatchLine[] {
  const { watch, object, bookmarkEvery = 0, reopenEvery = 0 } = options;
  const shown = log.filter((committed) => object === undefined || committed.object === object);
  const scope = object === undefined ? {} : { object };
  const line = (
    event: WatchEventType,
    time: number,
  ): Pick<WatchLine, "kind" | "watch" | "event" | "time"> => ({
    kind: "watch",
    watch,
    event,
    time,
  });
  const lines: WatchLine[] = [{ ...line("open", 0), ...scope, version: "100" }];
  shown.forEach(({ type, time, ...content }, i) => {
    lines.push({ ...line(type, time + 0.25), ...content });
    if (bookmarkEvery > 0 && i % bookmarkEvery === bookmarkEvery - 1) {
      lines.push({ ...line("BOOKMARK", time + 0.5), version: content.version });
    }
    if (reopenEvery > 0 && i % reopenEvery === reopenEvery - 1) {
      lines.push(line("expired", time + 0.6));
      lines.push({ ...line("open", time + 0.7), ...scope, version: content.version });
    }
  });
  const last = shown.at(-1);
  if (last === undefined) return lines;
  return [...lines, { ...line("close", last.time + 1), version: last.version }];
}
