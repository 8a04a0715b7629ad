/** Time limit for connections to close after a run, in milliseconds. */
const graceMs = 10_000;

const betweenMs = 20;

export class Lingering {
  readonly #before = counted();

  /** The types of handles that were opened since the start and are still open, such as `TCPSocketWrap`. */
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

/** Waits with a timer that does not keep the process alive. */
function paused(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, betweenMs).unref();
  });
}
