/** How work is spread. */
export interface LaneOptions {
  /** How many pieces of work may be under way at once. Asked again whenever one has ended, and now and then. */
  readonly atOnce: () => number;
  /** Aborting it starts no further piece; those under way are waited for. */
  readonly signal: AbortSignal;
  /** Called once, when no piece waits any more; those under way may go on for long. */
  readonly onLastBegun?: () => void;
}

/** How often room for more is looked for while none has ended, in milliseconds. */
const lookMs = 20;

/** Works through items in their order, some at a time. Rejects as the first piece of work that does. */
export function inLanes<Item>(
  items: Iterable<Item>,
  { atOnce, signal, onLastBegun }: LaneOptions,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  return new Promise((resolve, reject) => {
    let underWay = 0;
    let isWaiting = true;
    const looking = setInterval(() => begin(), lookMs);
    const end = (): void => {
      clearInterval(looking);
      resolve();
    };
    const fail = (error: unknown): void => {
      clearInterval(looking);
      reject(error);
    };
    const begin = (): void => {
      while (!signal.aborted && underWay < Math.max(1, atOnce())) {
        const next = queue.next();
        if (next.done === true) {
          clearInterval(looking);
          if (isWaiting) onLastBegun?.();
          isWaiting = false;
          break;
        }
        underWay += 1;
        work(next.value).then(() => {
          underWay -= 1;
          begin();
        }, fail);
      }
      if (underWay === 0) end();
    };
    begin();
  });
}
