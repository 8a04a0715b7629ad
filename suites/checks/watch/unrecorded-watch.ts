import { keyOf } from "#contract";
import type { WatchCommand, WatchEnd } from "#contract";
import { Waiting } from "#harness";
import type { CheckContext } from "#harness";

export interface LeanEvent {
  readonly type: string;
  readonly resourceVersion: string;
  /** Milliseconds since the watch was opened. */
  readonly arrivedMs: number;
}

export interface Delivered {
  readonly events: Readonly<Record<string, readonly LeanEvent[]>>;
  readonly end?: WatchEnd;
}

/** A watch that does not retain the objects of its events, because they would make the record too large. */
export class UnrecordedWatch implements AsyncDisposable {
  readonly #waiting = new Waiting();
  readonly #openedMs = performance.now();
  readonly #events: Record<string, LeanEvent[]> = {};
  #end: WatchEnd | undefined;
  #opened: Awaited<ReturnType<CheckContext["lean"]["watch"]>> | undefined;

  static async open({ lean }: CheckContext, command: WatchCommand): Promise<UnrecordedWatch> {
    const watch = new UnrecordedWatch();
    watch.#opened = await lean.watch(command, {
      event: ({ type, object, key, resourceVersion }) => {
        const about = object === undefined ? key : keyOf(object);
        const arrivedMs = watch.openForMs;
        if (about !== undefined) {
          (watch.#events[about.name] ??= []).push({ type, resourceVersion, arrivedMs });
        }
        watch.#waiting.wake();
      },
      ended: (end) => {
        watch.#end = end;
        watch.#waiting.wake();
      },
    });
    return watch;
  }

  get openForMs(): number {
    return performance.now() - this.#openedMs;
  }

  get delivered(): Delivered {
    return {
      events: structuredClone(this.#events),
      ...(this.#end === undefined ? {} : { end: this.#end }),
    };
  }

  /**
   * Waits until the given versions of objects are delivered. Resolves with false if the watch ends, is aborted or times
   * out first.
   */
  async delivers(
    wanted: readonly (readonly [name: string, version: string | undefined])[],
    limitMs: number,
    signal: AbortSignal,
  ): Promise<boolean> {
    const isComplete = (): boolean =>
      wanted.every(
        ([name, version]) =>
          version === undefined ||
          this.#events[name]?.some(({ resourceVersion }) => resourceVersion === version) === true,
      );
    await this.#waiting.until(() => isComplete() || this.#end !== undefined, limitMs, signal);
    return isComplete();
  }

  /**
   * Stops reading from the watch's connection until the returned function is called. Undefined if the connection cannot
   * be paused.
   */
  pause(): (() => void) | undefined {
    return this.#opened?.pause?.();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#opened?.[Symbol.asyncDispose]();
  }
}
