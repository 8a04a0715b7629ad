import { describeKey, keyOf } from "#contract";
import type { IdentityName, Resource } from "#contract";
import type { Target } from "#targets";
import type { Reported } from "../status-writer/report-status.ts";
import type { StatusWriting } from "../status-writer/flush-status.ts";
import { correctControllerRules } from "./controller-rules.ts";
import type { ControllerRules } from "./controller-rules.ts";
import { followKind } from "./follow-kind.ts";
import { ObjectCache } from "./object-cache.ts";
import type { Reconciler } from "./reconciler.ts";

class WorkQueue {
  readonly #keys = new Set<string>();
  #wake: () => void = () => {};

  add(key: string): void {
    this.#keys.add(key);
    this.#wake();
  }

  /**
   * Takes the first key, and waits for one if there is none. Resolves with undefined when the signal aborts. Supports
   * only one consumer.
   */
  async next(signal: AbortSignal): Promise<string | undefined> {
    while (!signal.aborted) {
      const [key] = this.#keys;
      if (key !== undefined) {
        this.#keys.delete(key);
        return key;
      }
      await this.#change(signal);
    }
    return undefined;
  }

  #change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        signal.removeEventListener("abort", done);
        resolve();
      };
      this.#wake = done;
      signal.addEventListener("abort", done);
    });
  }
}

export interface ControllerOptions {
  readonly target: Target;
  readonly reconcilers: readonly Reconciler[];
  readonly identity?: IdentityName;
  readonly fieldManager?: string;
  readonly now: () => Date;
  /** Returns a random number from 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
  /** Waits. Returns early when the signal aborts. */
  readonly wait: (pauseMs: number, signal: AbortSignal) => Promise<void>;
  /** Upper bound for the time from a write to its watch event, in milliseconds. */
  readonly eventMs: number;
  readonly rules?: ControllerRules;
  /** Called once after the initial lists of all kinds. */
  readonly ready: () => void;
  readonly failed: (error: unknown) => void;
  /** Stops the controller like a kill: pending writes are not completed. */
  readonly signal: AbortSignal;
}

/** Runs a controller until its signal aborts. Rejects if the target does not support lists of a kind. */
export async function runController(options: ControllerOptions): Promise<void> {
  const {
    target,
    identity,
    fieldManager,
    now,
    random,
    wait,
    rules = correctControllerRules,
  } = options;
  const writing: StatusWriting = {
    target,
    ...(identity === undefined ? {} : { identity }),
    ...(fieldManager === undefined ? {} : { fieldManager }),
    now,
    random,
    wait,
    rules: rules.status,
  };
  const reconcilers = rules.reconcilers(options.reconcilers, writing, target);
  let listed = 0;
  const ready = (): void => {
    listed += 1;
    if (listed === reconcilers.length) options.ready();
  };
  const loops = reconcilers.map((reconciler) =>
    new KindLoop(reconciler, { ...options, rules, writing, ready }).run(),
  );
  await Promise.all(loops);
}

interface LoopOptions extends ControllerOptions {
  readonly rules: ControllerRules;
  readonly writing: StatusWriting;
}

class KindLoop {
  readonly #reconciler: Reconciler;
  readonly #options: LoopOptions;
  readonly #queue = new WorkQueue();
  readonly #cache = new ObjectCache();
  readonly #failures = new Map<string, number>();
  /** Objects in backoff. Their events wait until it is over. */
  readonly #pausing = new Set<string>();
  readonly #resyncing = new Set<string>();
  #isListed = false;

  constructor(reconciler: Reconciler, options: LoopOptions) {
    this.#reconciler = reconciler;
    this.#options = options;
  }

  async run(): Promise<void> {
    await Promise.all([this.#follow(), this.#work()]);
  }

  #follow(): Promise<void> {
    const { target, identity = "controller", rules, signal } = this.#options;
    const { listsEveryMs, streamsLists, watchesFromList } = rules.loop;
    return followKind({
      target,
      identity,
      kind: this.#reconciler.kind,
      listener: {
        listed: (objects) => this.#listed(objects),
        shown: (object) => this.#shown(object),
        gone: (key) => this.#gone(this.#cache.remove(key)),
      },
      afterWatch: rules.loop.afterWatch,
      streamsLists,
      watchesFromList,
      ...(listsEveryMs === undefined ? {} : { untilNextList: () => this.#wait(listsEveryMs) }),
      pause: (failures) => {
        const chance = this.#options.random();
        return this.#wait(rules.loop.pauseMs({ failures, chance }) ?? 0);
      },
      signal,
    });
  }

  #listed(objects: readonly Resource[]): void {
    for (const gone of this.#cache.replace(objects)) this.#gone(gone);
    if (!this.#isListed || this.#options.rules.loop.reconcilesLists === "all") {
      for (const object of objects) this.#queue.add(describeKey(keyOf(object)));
    }
    if (!this.#isListed) this.#options.ready();
    this.#isListed = true;
  }

  #shown(object: Resource): void {
    const before = this.#cache.show(object);
    if (this.#options.rules.loop.isReason(before, object)) {
      this.#queue.add(describeKey(keyOf(object)));
    }
    this.#tellOthers(before, object);
  }

  #gone(object: Resource | undefined): void {
    if (object === undefined) return;
    this.#failures.delete(describeKey(keyOf(object)));
    this.#reconciler.forget(object);
    this.#tellOthers(object, undefined);
  }

  #tellOthers(before: Resource | undefined, after: Resource | undefined): void {
    if (this.#reconciler.affectsOthers?.(before, after) !== true) return;
    for (const other of this.#cache.all()) this.#queue.add(describeKey(keyOf(other)));
  }

  async #work(): Promise<void> {
    const { signal } = this.#options;
    for (;;) {
      const key = await this.#queue.next(signal);
      if (key === undefined) return;
      const isPausing = this.#pausing.has(key) && this.#options.rules.loop.pausesForEvents;
      const object = isPausing ? undefined : this.#cache.current(key);
      if (object !== undefined) await this.#reconcile(key, object);
    }
  }

  async #reconcile(key: string, object: Resource): Promise<void> {
    const { rules, writing, signal, failed } = this.#options;
    const driverEnvironment = { objects: () => this.#cache.all(), signal };
    this.#cache.begin(key);
    try {
      const reported = await rules.report(
        object,
        (staged) => this.#reconciler.reconcile(staged, driverEnvironment),
        { writing, signal },
      );
      this.#succeeded(key, reported);
    } catch (error) {
      if (signal.aborted) return;
      failed(error);
      this.#again(key, error);
    } finally {
      this.#cache.end(key);
    }
  }

  #succeeded(key: string, { flush }: Reported<void>): void {
    const { eventMs, rules } = this.#options;
    this.#failures.delete(key);
    if (rules.loop.resyncMs !== undefined) this.#resync(key, rules.loop.resyncMs);
    if (flush.flush !== "written" || !rules.loop.awaitsOwnWrites) return;
    const { resourceVersion } = flush.object.metadata;
    if (!this.#cache.wrote(key, resourceVersion)) return;
    void this.#wait(eventMs).then(() => {
      if (this.#cache.stopWaiting(key, resourceVersion)) this.#queue.add(key);
    });
  }

  /**
   * Schedules the next resync of an object. However often the object is reconciled before that, it has only one timer.
   */
  #resync(key: string, resyncMs: number): void {
    if (this.#resyncing.has(key)) return;
    this.#resyncing.add(key);
    void this.#wait(resyncMs).then(() => {
      this.#resyncing.delete(key);
      this.#queue.add(key);
    });
  }

  #again(key: string, error: unknown): void {
    const { rules, random } = this.#options;
    const failures = (this.#failures.get(key) ?? 0) + 1;
    this.#failures.set(key, failures);
    const pauseMs = rules.loop.pauseMs({ failures, chance: random(), error });
    if (pauseMs === undefined) return;
    this.#pausing.add(key);
    this.#later(key, pauseMs);
  }

  #later(key: string, pauseMs: number): void {
    void this.#wait(pauseMs).then(() => {
      this.#pausing.delete(key);
      this.#queue.add(key);
    });
  }

  #wait(pauseMs: number): Promise<void> {
    return this.#options.wait(pauseMs, this.#options.signal);
  }
}
