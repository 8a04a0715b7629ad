import { keyOf } from "#contract";
import type { WatchCommand, WatchEnd } from "#contract";
import { Waiting } from "#harness";
import type { CheckContext } from "#harness";

/** The versions that a watch delivered, by the name of the object, and how the watch ended. */
export interface Delivered {
  readonly versions: Readonly<Record<string, readonly string[]>>;
  /** Absent while it is open. */
  readonly end?: WatchEnd;
}

/** A watch that keeps only versions, because its events are too many and too large for the record. */
export class UnrecordedWatch implements AsyncDisposable {
  readonly #waiting = new Waiting();
  readonly #versions: Record<string, string[]> = {};
  #end: WatchEnd | undefined;
  #opened: Awaited<ReturnType<CheckContext["lean"]["watch"]>> | undefined;

  static async open({ lean }: CheckContext, command: WatchCommand): Promise<UnrecordedWatch> {
    const watch = new UnrecordedWatch();
    watch.#opened = await lean.watch(command, {
      event: ({ object, key, resourceVersion }) => {
        const about = object === undefined ? key : keyOf(object);
        if (about !== undefined) (watch.#versions[about.name] ??= []).push(resourceVersion);
        watch.#waiting.wake();
      },
      ended: (end) => {
        watch.#end = end;
        watch.#waiting.wake();
      },
    });
    return watch;
  }

  get delivered(): Delivered {
    return {
      versions: structuredClone(this.#versions),
      ...(this.#end === undefined ? {} : { end: this.#end }),
    };
  }

  /** Waits for some versions of objects; false if the watch ended, was aborted or timed out first. */
  async delivers(
    wanted: readonly (readonly [name: string, version: string | undefined])[],
    limitMs: number,
    signal: AbortSignal,
  ): Promise<boolean> {
    const isComplete = (): boolean =>
      wanted.every(
        ([name, version]) =>
          version === undefined || this.#versions[name]?.includes(version) === true,
      );
    await this.#waiting.until(() => isComplete() || this.#end !== undefined, limitMs, signal);
    return isComplete();
  }

  /** Stops reading from its connection until the returned function is called. Undefined if it cannot be paused. */
  pause(): (() => void) | undefined {
    return this.#opened?.pause?.();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#opened?.[Symbol.asyncDispose]();
  }
}
