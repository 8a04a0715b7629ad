import type { ObjectKey } from "#contract";
import { describeKey } from "#contract";
import type { HeldEvents } from "./controller-bench.ts";
import { newGate } from "./gate.ts";
import type { Gate } from "./gate.ts";

/** How the controller receives, after its own write, a state of the object from before that write. */
export type LateView = "late-events" | "late-label" | "late-list" | "late-neighbor";

export interface LateViewOptions {
  readonly objects: {
    readonly relabel: (object: number) => Promise<void>;
    readonly touchNeighbor: (object: number) => Promise<void>;
  };
  /** Holds the events of the controller's watches until disposed, but at most for the given time in milliseconds. */
  readonly holdEvents: (mostMs: number) => HeldEvents;
  /** Ends the controller's watches, so that it lists again. `reopened` must be called when no event is held anymore. */
  readonly expireWatches: () => { readonly reopened: () => void };
  readonly noted: (what: string) => void;
  /** Resolves when the suite's own watch has shown the last change. */
  readonly shown: () => Promise<void>;
  /** Time to wait for a single reaction of the controller, in milliseconds: at least the given time. */
  readonly reactionMs: (leastMs: number) => number;
  /** Waits. Returns early when the signal aborts. */
  readonly wait: (pauseMs: number, signal: AbortSignal) => Promise<void>;
}

interface Late {
  /** Delivers the state from before the write. */
  readonly deliver: () => void;
  readonly end: () => void;
}

interface AwaitedList {
  /** Opens when a list is held at the proxy. */
  readonly arrived: Gate;
  /** Opens when no list is expected anymore. */
  readonly missed: Gate;
  readonly released: Gate;
}

/** Delay of a write's events, in milliseconds: long enough for the controller to act on its outdated cache. */
const lateEventsMs = 1_500;

/**
 * Minimum time from the response to the write until the older state, in milliseconds. A reconcile that started before
 * the response arrived should have finished by then.
 */
const afterReplyMs = 250;

/** Minimum time for the controller to act on the older state, in milliseconds. */
const leastReactionMs = 400;

/** Maximum time until the controller lists again after its watches have ended, in milliseconds. */
const maxListMs = 2_000;

/** Time after a watch was opened until no list is expected anymore, in milliseconds. */
const afterOpeningMs = 300;

/** Maximum time that an older state is held, in milliseconds, unless the controller reacts more slowly. */
const maxHeldMs = 5_000;

/** Delivers states from before a write of the controller after the response to that write. */
export class LateViews implements Disposable {
  readonly #options: LateViewOptions;
  readonly #late = new Map<string, Late>();
  readonly #lists = new Map<string, AwaitedList>();
  readonly #over = new AbortController();

  constructor(options: LateViewOptions) {
    this.#options = options;
  }

  [Symbol.dispose](): void {
    this.#over.abort();
    for (const { released } of this.#lists.values()) released.open();
    this.#lists.clear();
  }

  get awaitsList(): boolean {
    return this.#lists.size > 0;
  }

  /** Resolves when a list that contains the object may be delivered. */
  async listed(key: ObjectKey): Promise<void> {
    const list = this.#lists.get(describeKey(key));
    list?.arrived.open();
    await list?.released.opened;
  }

  /** Must be called when the controller has opened a watch. A client that lists again does so before, or soon after. */
  opened(): void {
    for (const { missed } of this.#lists.values())
      void this.#wait(afterOpeningMs).then(missed.open);
  }

  /** Prepares an older state of the object before a write is forwarded. */
  async before(by: LateView, object: number, key: ObjectKey): Promise<void> {
    const { objects, holdEvents } = this.#options;
    const name = describeKey(key);
    switch (by) {
      case "late-events":
        holdEvents(lateEventsMs);
        return;
      case "late-label":
        return this.#afterEvent(name, () => objects.relabel(object));
      case "late-neighbor":
        return this.#afterEvent(name, () => objects.touchNeighbor(object));
      case "late-list":
        return this.#duringList(name);
    }
  }

  /** Must be called when the endpoint has responded to a write. A rejected write is retried, or waits for the events. */
  answered(key: ObjectKey, isStored: boolean): void {
    const name = describeKey(key);
    const late = this.#late.get(name);
    if (late === undefined) return;
    if (!isStored) {
      void this.#wait(this.#options.reactionMs(leastReactionMs)).then(() => {
        if (this.#late.get(name) === late) this.#deliver(name, late);
      });
      return;
    }
    const pauseMs = this.#options.reactionMs(afterReplyMs);
    void this.#wait(pauseMs).then(() => this.#deliver(name, late));
    this.#late.delete(name);
  }

  #wait(pauseMs: number): Promise<void> {
    return this.#options.wait(pauseMs, this.#over.signal);
  }

  #deliver(name: string, late: Late): void {
    if (this.#late.get(name) === late) this.#late.delete(name);
    late.deliver();
    void this.#wait(this.#options.reactionMs(leastReactionMs)).then(late.end);
  }

  async #afterEvent(name: string, change: () => Promise<void>): Promise<void> {
    const { holdEvents, noted, reactionMs, shown } = this.#options;
    const held = holdEvents(reactionMs(maxHeldMs));
    await change();
    await shown();
    const deliver = held.mark();
    this.#late.set(name, {
      deliver: () => {
        deliver();
        noted("earlier watch events delivered");
      },
      end: () => held[Symbol.dispose](),
    });
  }

  async #duringList(name: string): Promise<void> {
    const { expireWatches, holdEvents, noted, reactionMs } = this.#options;
    const held = holdEvents(reactionMs(maxHeldMs));
    const list = { arrived: newGate(), missed: newGate(), released: newGate() };
    this.#lists.set(name, list);
    const { reopened } = expireWatches();
    const end = (): void => {
      held[Symbol.dispose]();
      reopened();
    };
    const deliver = (): void => {
      this.#lists.delete(name);
      list.released.open();
    };
    await Promise.race([list.arrived.opened, list.missed.opened, this.#wait(maxListMs)]);
    if (!list.arrived.isOpen()) {
      deliver();
      end();
      return;
    }
    noted("the response to a list is delayed");
    this.#late.set(name, {
      deliver: () => {
        deliver();
        noted("the response to the list is delivered");
      },
      end,
    });
  }
}
