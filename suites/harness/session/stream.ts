import { keyOf } from "#contract";
import type { WatchCommand, WatchEnd } from "#contract";
import type { SeenEvent, WatchObservation } from "../judging/recorded-step.ts";
import type { RecordedWatch, Recorder } from "./recorder.ts";
import { Waiting } from "./waiting.ts";

export interface StreamOwner {
  readonly case: string;
  readonly signal: AbortSignal;
  readonly isInParts?: boolean;
}

export class Stream implements AsyncDisposable {
  readonly command: WatchCommand;
  readonly #events: SeenEvent[] = [];
  readonly #waiting = new Waiting();
  readonly #isInParts: boolean;
  #end: WatchEnd | undefined;
  #recorded: RecordedWatch | undefined;

  private constructor(command: WatchCommand, isInParts: boolean) {
    this.command = command;
    this.#isInParts = isInParts;
  }

  /**
   * Opens a watch; {@link Stream.end} shows whether the watch was rejected. With `onEvent`, events are passed to this
   * function instead of being stored.
   */
  static async open(
    recorder: Recorder,
    command: WatchCommand,
    owner: StreamOwner & { readonly onEvent?: (event: SeenEvent) => void },
  ): Promise<Stream> {
    const stream = new Stream(command, owner.isInParts === true);
    const listener = {
      event: (event: SeenEvent) => {
        if (owner.onEvent === undefined) stream.#events.push(event);
        else owner.onEvent(event);
        stream.#waiting.wake();
      },
      ended: (end: WatchEnd) => {
        stream.#end = end;
        stream.#waiting.wake();
      },
    };
    stream.#recorded = await recorder.watch(command, listener, owner);
    return stream;
  }

  get exchange(): number {
    return this.#recorded?.exchange ?? 0;
  }

  get events(): readonly SeenEvent[] {
    return this.#events;
  }

  /**
   * Whether the connection broke, or the server ended the watch without an error, as servers do for slow readers and on
   * shutdown.
   */
  get isLost(): boolean {
    return this.#end?.end === "lost" || this.#end?.end === "completed";
  }

  get end(): WatchEnd | undefined {
    return this.#end;
  }

  /** Waits until the events satisfy `done`. Resolves with false if the watch ends, is aborted or times out first. */
  async until(
    done: (events: readonly SeenEvent[]) => boolean,
    limitMs: number,
    signal: AbortSignal,
  ): Promise<boolean> {
    const settled = (): boolean => done(this.#events) || this.#end !== undefined;
    await this.#waiting.until(settled, limitMs, signal);
    return done(this.#events);
  }

  /** Returns the events so far. `reached` states whether the sentinel, which is written last, has arrived. */
  observe(reached: boolean): WatchObservation {
    const { command, exchange } = this;
    const events = this.#isInParts ? inLifeOrder(this.#events) : [...this.#events];
    const observation = { exchange, command, events, reached };
    return this.#end === undefined ? observation : { ...observation, end: this.#end };
  }

  /**
   * Stops reading from the stream's connection until the returned function is called. Undefined if the connection
   * cannot be paused.
   */
  pause(): (() => void) | undefined {
    return this.#recorded?.watch.pause?.();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#recorded?.watch[Symbol.asyncDispose]();
  }
}

/**
 * Orders the events of a watch that consists of several subscriptions. Their deliveries have no common order, so a
 * DELETED event may arrive before the last states of its object, although the delete took place after them. A DELETED
 * event without a version of its own has the version of the last state, and is placed after it.
 */
export function inLifeOrder(events: readonly SeenEvent[]): readonly SeenEvent[] {
  const ordered: SeenEvent[] = [...events];
  for (const deletion of events) {
    if (deletion.type !== "DELETED" || deletion.isUnversioned !== true) continue;
    const from = ordered.indexOf(deletion);
    const last = ordered.findLastIndex(
      (event, index) =>
        index > from &&
        event.resourceVersion === deletion.resourceVersion &&
        isSameObject(event, deletion),
    );
    if (last < 0) continue;
    ordered.splice(from, 1);
    ordered.splice(last, 0, deletion);
  }
  return ordered;
}

function isSameObject(one: SeenEvent, other: SeenEvent): boolean {
  return nameOf(one) === nameOf(other);
}

function nameOf({ object, key }: SeenEvent): string {
  const named = object === undefined ? key : keyOf(object);
  return JSON.stringify([named?.namespace ?? "", named?.name ?? ""]);
}
