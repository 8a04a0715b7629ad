import { main } from "../../bin/commands/main.ts";
import { capturedWorld } from "./captured-world.ts";
import { readCall } from "./case-run.ts";
import type { CaseCall, CaseEnd } from "./case-run.ts";
import { readBack } from "./read-back.ts";

const everyMs = 50;

class PeakMemory implements Disposable {
  readonly #startBytes = process.memoryUsage.rss();
  readonly #peakBeforeBytes = peakBytes();
  readonly #timer = setInterval(() => this.#look(), everyMs).unref();
  #seenBytes = this.#startBytes;

  get grownBytes(): number {
    this.#look();
    const peak = peakBytes();
    // The peak that the system reports includes the moments between samples, but also the time before the start.
    const most = peak > this.#peakBeforeBytes ? peak : this.#seenBytes;
    return Math.max(0, most - this.#startBytes);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    this.#seenBytes = Math.max(this.#seenBytes, process.memoryUsage.rss());
  }
}

function peakBytes(): number {
  return process.resourceUsage().maxRSS * 1024;
}

/** Time limit for connections to close after a run, in milliseconds. */
const graceMs = 10_000;

const betweenMs = 20;

class Lingering {
  readonly #before = counted();

  /**
   * Resolves with the types of handles that were opened since the start and are still open, such as `TCPSocketWrap`.
   */
  async left(): Promise<readonly string[]> {
    const deadlineMs = performance.now() + graceMs;
    for (;;) {
      const left = [...counted()].filter(([kind, count]) => count > (this.#before.get(kind) ?? 0));
      if (left.length === 0 || performance.now() >= deadlineMs) return left.map(([kind]) => kind);
      await paused();
    }
  }
}

function counted(): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) {
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}

function paused(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, betweenMs).unref();
  });
}

const uncaught: string[] = [];
process.on("uncaughtException", (error) => uncaught.push(textOf(error)));
process.on("unhandledRejection", (reason) => uncaught.push(textOf(reason)));

/** Each message is a call of the program. The response is its result. Runs one call at a time. */
process.on("message", (sent) => {
  void run(readCall(sent)).then((end) => process.send?.(end));
});

async function run({ words, output }: CaseCall): Promise<CaseEnd> {
  uncaught.length = 0;
  const written = { out: "", err: "" };
  const lingering = new Lingering();
  using memory = new PeakMemory();
  const code = await main(words, capturedWorld(written));
  const left = await lingering.left();
  const grownBytes = memory.grownBytes;
  const back = await readBack(output);
  return { code, ...written, uncaught: [...uncaught], lingering: left, grownBytes, ...back };
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
