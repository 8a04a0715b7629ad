import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** Heap limit of a worker, in megabytes. Exceeding it counts as a crash. */
const maxHeapMegabytes = 1_024;

export interface WorkerSettings<End extends object> {
  readonly module: string;
  /** Number of calls after which the worker is replaced. Leftover state of a call could mask errors of later ones. */
  readonly mostCalls: number;
  /** Parses the worker's response. Throws if it is invalid. */
  readonly readEnd: (sent: unknown) => End;
}

export type CallResult<End extends object> =
  | ({ readonly kind: "ended"; readonly durationMs: number } & End)
  | { readonly kind: "hung"; readonly durationMs: number }
  | { readonly kind: "crashed"; readonly durationMs: number; readonly detail: string };

/** A process that handles calls one at a time. It is replaced after a hang or a crash. Disposing stops it. */
export class WorkerProcess<Call extends object, End extends object> implements Disposable {
  readonly #settings: WorkerSettings<End>;
  #child: ChildProcess | undefined;
  #calls = 0;

  constructor(settings: WorkerSettings<End>) {
    this.#settings = settings;
  }

  /** Makes one call. A call that takes longer than the limit, in milliseconds, counts as hung. */
  async run(call: Call, limitMs: number): Promise<CallResult<End>> {
    const child = this.#childForNext();
    const startedMs = performance.now();
    const end = await endOf(child, call, limitMs);
    const durationMs = performance.now() - startedMs;
    switch (end.kind) {
      case "message":
        return { kind: "ended", durationMs, ...this.#settings.readEnd(end.message) };
      case "exit": {
        this.#stop();
        return { kind: "crashed", durationMs, detail: end.detail };
      }
      case "limit":
        this.#stop();
        return { kind: "hung", durationMs };
    }
  }

  kill(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  [Symbol.dispose](): void {
    this.#stop();
  }

  #childForNext(): ChildProcess {
    if (this.#calls >= this.#settings.mostCalls) this.#stop();
    this.#calls += 1;
    this.#child ??= fork(fileURLToPath(new URL(this.#settings.module, import.meta.url)), {
      execArgv: [`--max-old-space-size=${maxHeapMegabytes}`],
      env: { NODE_ENV: "production" },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    return this.#child;
  }

  #stop(): void {
    this.#child?.kill("SIGKILL");
    this.#child = undefined;
    this.#calls = 0;
  }
}

type Heard =
  | { readonly kind: "message"; readonly message: unknown }
  | { readonly kind: "exit"; readonly detail: string }
  | { readonly kind: "limit" };

async function endOf(child: ChildProcess, call: object, limitMs: number): Promise<Heard> {
  const received = new AbortController();
  const { signal } = received;
  const limit = new Promise<Heard>((resolve) => {
    const timer = setTimeout(() => resolve({ kind: "limit" }), limitMs);
    signal.addEventListener("abort", () => clearTimeout(timer));
  });
  const message = once(child, "message", { signal }).then(([sent]: unknown[]): Heard => ({
    kind: "message",
    message: sent,
  }));
  const exit = once(child, "exit", { signal }).then(([code, by]: unknown[]): Heard => ({
    kind: "exit",
    detail: `${String(code)} ${String(by)}`,
  }));
  // Handles the rejection of the promise that loses the race.
  for (const one of [message, exit]) one.catch(() => {});
  child.send(call);
  try {
    return await Promise.race([message, exit, limit]);
  } finally {
    received.abort();
  }
}
