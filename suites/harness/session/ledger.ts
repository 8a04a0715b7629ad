import { setTimeout as pause } from "node:timers/promises";
import { describeKey } from "#contract";
import type { Command, ObjectKey, Outcome } from "#contract";
import { Gate } from "./gate.ts";
import type { NextName } from "./fixture-names.ts";
import { nameInForm } from "#targets";
import type { KindDescription } from "#targets";
import { mayGoLater, PatientRemoval } from "./patient-removal.ts";
import type { Recorder } from "./recorder.ts";
import { removedAtOnce, removeObject } from "./remove-object.ts";
import type { Removed } from "./remove-object.ts";
import type { TraceSink } from "./trace.ts";

/**
 * Records each object of a run before its create request is sent, and removes the objects at the end of the run.
 * Removes no object that is not recorded.
 */
export class Ledger {
  readonly #trace: TraceSink;
  readonly #mostAtOnce: number;
  readonly #open = new Map<string, Entry>();
  /** How many writes to an object may have reached the endpoint. */
  readonly #sent = new Map<string, number>();
  readonly #countsWrites: boolean;
  readonly #preloaded = new Map<string, number>();
  readonly #borrowed = new Set<string>();
  readonly #names = new Set<string>();
  readonly #numbers = new Set<string>();
  readonly #runSuffix: string | undefined;
  readonly #lateCreationMs: number;
  /** The times, in milliseconds, at which creations ended without a response, by object. */
  readonly #unanswered = new Map<string, number>();

  constructor(
    trace: TraceSink,
    {
      mostAtOnce = removedAtOnce,
      runSuffix,
      countsWrites = false,
      lateCreationMs = defaultLateCreationMs,
    }: LedgerOptions = {},
  ) {
    this.#lateCreationMs = lateCreationMs;
    this.#trace = trace;
    this.#mostAtOnce = Math.min(mostAtOnce, removedAtOnce);
    this.#runSuffix = runSuffix;
    this.#countsWrites = countsWrites;
  }

  /**
   * Returns a key for an object of the run, in one of the kind's namespaces (the first by default). The key is unused
   * or, for kinds whose objects cannot be created, belongs to a preexisting object. Each preexisting object is used
   * only once, because the run changes it. `next` returns the name.
   */
  newKey(kind: KindDescription, next: NextName, namespaceIndex = 0): ObjectKey {
    const name = namespaceIndex === 0 ? this.#nextPreloaded(kind) : undefined;
    return name === undefined
      ? this.unusedKey(kind, next, namespaceIndex)
      : keyIn(kind.namespaces[0], { kind: kind.name, name });
  }

  unusedKey(kind: KindDescription, next: NextName, namespaceIndex = 0): ObjectKey {
    const name = this.#unusedName(kind, next);
    return keyIn(kind.namespaces[namespaceIndex], { kind: kind.name, name });
  }

  /** Different names may become the same number. Another object may have that number as well. */
  #unusedName({ name: kind, nameForm }: KindDescription, next: NextName): string {
    let name = nameInForm(next(kind), nameForm);
    if (nameForm === undefined || !("from" in nameForm)) {
      this.#names.add(name);
      return name;
    }
    const most = nameForm.to - nameForm.from + 1;
    while (this.#numbers.has(name) && this.#numbers.size < most)
      name = nameInForm(next(kind), nameForm);
    this.#numbers.add(name);
    return name;
  }

  hasDrawn(name: string): boolean {
    return this.#names.has(name);
  }

  /**
   * Announces the creation of an object, before the request is sent. Objects on which others depend use `last`, and are
   * removed after all others. Preexisting objects stay.
   */
  creating(key: ObjectKey, removal: Removal = "first"): void {
    const id = describeKey(key);
    if (this.#open.has(id) || this.#borrowed.has(id)) return;
    this.#open.set(id, { key, removal });
    const drawn = this.#isOfRunAlone(key.name) ? ({ isDrawn: true } as const) : {};
    this.#trace({ line: "fixture", event: "creating", key, ...drawn });
  }

  /** Retracts an announcement, because an object with this key does not belong to the run. */
  notCreated(key: ObjectKey): void {
    this.#open.delete(describeKey(key));
    this.#trace({ line: "fixture", event: "not-created", key });
  }

  sent(key: ObjectKey): void {
    const id = describeKey(key);
    this.#sent.set(id, (this.#sent.get(id) ?? 0) + 1);
  }

  /**
   * Notes creations without a response, because the server may execute them later, and writes without a connection,
   * because they cannot have created anything.
   */
  answered(command: Command, outcome: Outcome): void {
    const isWrite = command.verb !== "list" && command.verb !== "read";
    if (!isWrite || outcome.result !== "unknown") return;
    const id = describeKey(command.key);
    if (outcome.isUnsent === true) this.#sent.set(id, (this.#sent.get(id) ?? 0) - 1);
    else if (command.verb === "create") this.#unanswered.set(id, performance.now());
  }

  /** Whether the run has announced the creation of an object, and has not removed it. */
  isOpen(key: ObjectKey): boolean {
    return this.#open.has(describeKey(key));
  }

  removed(key: ObjectKey): void {
    if (!this.#open.delete(describeKey(key))) return;
    this.#trace({ line: "fixture", event: "removed", key });
  }

  /**
   * Removes all remaining objects as the author: whole collections first, if they contain only objects of the run, and
   * then each object that remains. Resolves with the keys of the objects that could not be removed.
   */
  async removeAll(recorder: Recorder, signal: AbortSignal): Promise<readonly ObjectKey[]> {
    const entries = [...this.#open.values()].filter(({ key }) => !this.#isUnsent(key));
    this.#open.clear();
    const own = entries.map(({ key }) => key);
    const gone = await this.#removeCollections(own, recorder, signal);
    const left: ObjectKey[] = [];
    for (const turn of ["first", "last"] as const) {
      const keys = entries
        .filter(({ key, removal }) => removal === turn && !gone.has(describeKey(key)))
        .map(({ key }) => key);
      left.push(...(await this.#remove(keys, recorder, signal)));
    }
    return left;
  }

  /**
   * Removes objects early, as the author and at most N at a time, until `isEnough` returns true. Objects that cannot or
   * must not be removed yet are removed at the end of the run. Resolves with the objects that were not reached.
   */
  async removeEarly(
    keys: readonly ObjectKey[],
    { recorder, signal, concurrency, isEnough, removals }: EarlyRemoval,
  ): Promise<readonly ObjectKey[]> {
    const gate = new Gate(() => concurrency);
    const unreached: ObjectKey[] = [];
    const remove = async (key: ObjectKey): Promise<void> => {
      const removal = this.#open.get(describeKey(key))?.removal;
      if (removal === undefined || !removals.includes(removal)) return;
      if (isEnough()) {
        unreached.push(key);
        return;
      }
      const { kind } = await removeObject(recorder, key, signal);
      const isGone = kind === "removed" || (kind === "absent" && this.#lateMsOf(key) === 0);
      if (isGone) this.removed(key);
    };
    await Promise.all(keys.map((key) => gate.run(() => remove(key))));
    return unreached;
  }

  /**
   * Whether no sent write can have created the object. If so, retracts the announcement, because an object with that
   * name does not belong to the run.
   */
  #isUnsent(key: ObjectKey): boolean {
    const sent = this.#sent.get(describeKey(key));
    if (sent === undefined ? !this.#countsWrites : sent > 0) return false;
    this.#trace({ line: "fixture", event: "not-created", key });
    return true;
  }

  /** For how long, in milliseconds, an object that is absent now may still appear. */
  #lateMsOf(key: ObjectKey): number {
    const lostMs = this.#unanswered.get(describeKey(key)) ?? -Infinity;
    return Math.max(0, lostMs + this.#lateCreationMs - performance.now());
  }

  /** Whether the name contains random characters. If so, only this run can have created an object with that name. */
  #isOfRunAlone(name: string): boolean {
    const isMarked = this.#runSuffix !== undefined && name.includes(this.#runSuffix);
    return isMarked || this.hasDrawn(name);
  }

  #nextPreloaded(kind: KindDescription): string | undefined {
    const { preloaded = [], operations } = kind;
    if (operations.create.length > 0) return undefined;
    const used = this.#preloaded.get(kind.name) ?? 0;
    const name = preloaded[used];
    if (name === undefined) return undefined;
    this.#preloaded.set(kind.name, used + 1);
    this.#borrowed.add(describeKey(keyIn(kind.namespaces[0], { kind: kind.name, name })));
    return name;
  }

  async #removeCollections(
    own: readonly ObjectKey[],
    recorder: Recorder,
    signal: AbortSignal,
  ): Promise<ReadonlySet<string>> {
    const { removed, absent } = await recorder.removeCollections({ keys: own, own }, signal);
    const gone = [...removed, ...absent.filter((key) => this.#lateMsOf(key) === 0)];
    for (const key of gone) this.#trace({ line: "fixture", event: "removed", key });
    return new Set(gone.map((key) => describeKey(key)));
  }

  /** Retries in rounds, to give a slow target time. */
  async #remove(
    keys: readonly ObjectKey[],
    recorder: Recorder,
    signal: AbortSignal,
  ): Promise<readonly ObjectKey[]> {
    const gate = new Gate(() => this.#mostAtOnce);
    const first = await Promise.all(
      keys.map((key) =>
        gate.run(async () => ({ key, removed: await removeObject(recorder, key, signal) })),
      ),
    );
    const lateMs = first.map(({ key, removed }) =>
      removed.kind === "absent" ? this.#lateMsOf(key) : 0,
    );
    const isOpen = ({ removed }: { readonly removed: Removed }, index: number): boolean =>
      mayGoLater(removed) || (lateMs[index] ?? 0) > 0;
    const later = first.filter(isOpen);
    await pause(Math.max(0, ...lateMs), undefined, { signal }).catch(() => undefined);
    const removal = new PatientRemoval({ recorder, patienceMs, signal });
    const rounds = later.length === 0 ? [] : await removal.remove(later.map(({ key }) => key));
    const done = first.filter((attempt, index) => !isOpen(attempt, index));
    const attempts = [...done, ...rounds];
    for (const { key, removed } of attempts) {
      const event = removed.kind === "left" ? "left-behind" : "removed";
      this.#trace({ line: "fixture", event, key });
    }
    return attempts.filter(({ removed }) => removed.kind === "left").map(({ key }) => key);
  }
}

/** The final removal stops if no object is removed for this long, in milliseconds. */
const patienceMs = 3000;

/**
 * For how long a server may execute a creation after its client stopped waiting, in milliseconds. An overloaded server
 * executes a later delete request first.
 */
const defaultLateCreationMs = 2000;

export interface LedgerOptions {
  /**
   * Maximum number of concurrent removals, at least 1. Defaults to {@link removedAtOnce}, which is also the upper
   * bound.
   */
  readonly mostAtOnce?: number | undefined;
  /** Random suffix of the run's kinds. None by default. */
  readonly runSuffix?: string | undefined;
  /** Whether writes are counted. If so, no removal is sent for objects that cannot have been created. */
  readonly countsWrites?: boolean;
  /** For how long an object may appear after its creation ended without a response, in milliseconds. */
  readonly lateCreationMs?: number;
}

export interface EarlyRemoval {
  readonly recorder: Recorder;
  readonly signal: AbortSignal;
  readonly concurrency: number;
  readonly isEnough: () => boolean;
  /** The objects that may be removed. Without `last`, objects on which others depend are not removed. */
  readonly removals: readonly Removal[];
}

/** The phase in which an object is removed. `last` is for objects on which others depend. */
export type Removal = "first" | "last";

interface Entry {
  readonly key: ObjectKey;
  readonly removal: Removal;
}

function keyIn(namespace: string | undefined, key: ObjectKey): ObjectKey {
  return namespace === undefined ? key : { kind: key.kind, namespace, name: key.name };
}
