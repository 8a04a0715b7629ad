export interface WorkerPoolOptions {
  /** Maximum concurrency. Evaluated when a task finishes, and periodically. */
  readonly concurrency: () => number;
  /** Prevents further tasks from starting; running tasks are awaited. */
  readonly signal: AbortSignal;
  readonly onLastStarted?: () => void;
}

/** Interval at which the limit is polled, in milliseconds. */
const pollMs = 20;

/** Processes items in order with limited concurrency. Rejects with the first error. */
export function inWorkerPool<Item>(
  items: Iterable<Item>,
  { concurrency, signal, onLastStarted }: WorkerPoolOptions,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  return new Promise((resolve, reject) => {
    let running = 0;
    let isWaiting = true;
    const poller = setInterval(() => start(), pollMs);
    const end = (): void => {
      clearInterval(poller);
      resolve();
    };
    const fail = (error: unknown): void => {
      clearInterval(poller);
      reject(error);
    };
    const start = (): void => {
      while (!signal.aborted && running < Math.max(1, concurrency())) {
        const next = queue.next();
        if (next.done === true) {
          clearInterval(poller);
          if (isWaiting) onLastStarted?.();
          isWaiting = false;
          break;
        }
        running += 1;
        work(next.value).then(() => {
          running -= 1;
          start();
        }, fail);
      }
      if (running === 0) end();
    };
    start();
  });
}
