import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { readEnd } from "./case-run.ts";
import type { CaseCall, CaseResult } from "./case-run.ts";

/** How large the heap of a worker may become, in megabytes: a run that needs more is seen as a crash. */
const mostHeapMegabytes = 1_024;

/** After so many cases a fresh process takes over, so that none hides what another one left. */
const mostCases = 200;

/**
 * A process in which the program runs, case after case. One that hangs or crashes is replaced. Disposing
 * ends it.
 */
export class WorkerProcess implements Disposable {
  #child: ChildProcess | undefined;
  #cases = 0;

  /** Runs one case. It has hung when it is not over within the limit, in milliseconds. */
  async run(call: CaseCall, limitMs: number): Promise<CaseResult> {
    const child = this.#childForNext();
    const startedMs = performance.now();
    const end = await endOf(child, call, limitMs);
    const durationMs = performance.now() - startedMs;
    switch (end.kind) {
      case "message":
        return { kind: "ended", durationMs, ...readEnd(end.message) };
      case "exit": {
        this.#stop();
        return { kind: "crashed", durationMs, detail: end.detail };
      }
      case "limit":
        this.#stop();
        return { kind: "hung", durationMs };
    }
  }

  [Symbol.dispose](): void {
    this.#stop();
  }

  #childForNext(): ChildProcess {
    if (this.#cases >= mostCases) this.#stop();
    this.#cases += 1;
    this.#child ??= fork(fileURLToPath(new URL("hostile-worker.js", import.meta.url)), {
      execArgv: [`--max-old-space-size=${mostHeapMegabytes}`],
      env: { NODE_ENV: "production" },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    return this.#child;
  }

  #stop(): void {
    this.#child?.kill("SIGKILL");
    this.#child = undefined;
    this.#cases = 0;
  }
}

type Heard =
  | { readonly kind: "message"; readonly message: unknown }
  | { readonly kind: "exit"; readonly detail: string }
  | { readonly kind: "limit" };

async function endOf(child: ChildProcess, call: CaseCall, limitMs: number): Promise<Heard> {
  const heard = new AbortController();
  const { signal } = heard;
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
  // Whoever loses is given up, and says so.
  for (const one of [message, exit]) one.catch(() => {});
  child.send(call);
  try {
    return await Promise.race([message, exit, limit]);
  } finally {
    heard.abort();
  }
}
