/** How long connections may take to close after a run, in milliseconds. */
const graceMs = 10_000;

const betweenMs = 20;

/** Says what a run leaves behind that would keep its process from ending. */
export class Lingering {
  readonly #before = counted();

  /** What is there more than before, once nothing more of it ends by itself. By kind, such as `TCPSocketWrap`. */
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

/** With a timer that holds nothing open itself. */
function paused(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, betweenMs).unref();
  });
}
