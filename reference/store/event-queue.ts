import type { WatchEvent } from "#contract";

type Step = IteratorResult<WatchEvent, undefined>;

interface Waiting {
  readonly resolve: (step: Step) => void;
  readonly reject: (error: Error) => void;
}

/**
 * The queue between the watch log and one reader. The reader (`return`) or the server (`fail`, `finish`) closes the
 * stream. Whichever comes first runs `onEnd`, exactly once, and no event is delivered afterwards.
 */
export class EventQueue implements AsyncIterableIterator<WatchEvent> {
  readonly #onEnd: () => void;
  #queue: WatchEvent[] = [];
  /** Number of events taken from the start of the queue. Shifting the array for each event would be slow. */
  #taken = 0;
  #waiting: Waiting[] = [];
  #ended = false;
  /** Whether the stream closes after its queued events, and accepts no more. */
  #isFinished = false;
  #failure: Error | undefined;

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  get queuedEvents(): number {
    return this.#queue.length - this.#taken;
  }

  push(event: WatchEvent): void {
    if (this.#ended || this.#isFinished) return;
    const waiting = this.#waiting.shift();
    if (waiting === undefined) this.#queue.push(event);
    else waiting.resolve({ done: false, value: event });
  }

  /** Closes the stream without an error, after the queued events. */
  finish(): void {
    if (this.#ended) return;
    const isIdle = this.queuedEvents === 0;
    this.#isFinished = true;
    if (isIdle) this.#end();
  }

  fail(error: Error): void {
    const waiting = this.#waiting.shift();
    if (waiting === undefined && !this.#ended) this.#failure = error;
    waiting?.reject(error);
    this.#end();
  }

  next(): Promise<Step> {
    const value = this.#take();
    if (this.#isFinished && this.queuedEvents === 0) this.#end();
    if (value !== undefined) return Promise.resolve({ done: false, value });
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure !== undefined) return Promise.reject(failure);
    if (this.#ended) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  return(): Promise<Step> {
    this.#failure = undefined;
    this.#end();
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #take(): WatchEvent | undefined {
    const event = this.#queue[this.#taken];
    this.#taken += 1;
    const isEmpty = this.#taken >= this.#queue.length;
    // Releases the memory of taken events even if the queue never becomes empty.
    if (isEmpty || this.#taken >= 1_024) {
      this.#queue = isEmpty ? [] : this.#queue.slice(this.#taken);
      this.#taken = 0;
    }
    return event;
  }

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#queue = [];
    this.#taken = 0;
    for (const waiting of this.#waiting) waiting.resolve({ done: true, value: undefined });
    this.#waiting = [];
    this.#onEnd();
  }
}
