import { describeOutcome, describeWatchEnd, isSameValue } from "#contract";
import type { CreateCommand, Limits, ObjectKey, Resource, UpdateCommand } from "#contract";
import type { KindDescription } from "#targets";
import { isAccepted, objectOf } from "../judging/recorded-step.ts";
import type { SeenEvent, Step } from "../judging/recorded-step.ts";
import { sharedCase } from "../premises/sent-commands.ts";
import type { SettledEvents } from "./check.ts";
import type { NextName } from "./fixture-names.ts";
import type { Ledger } from "./ledger.ts";
import type { Recorder } from "./recorder.ts";
import { inLifeOrder, Stream } from "./stream.ts";

export interface ObserverOptions {
  readonly kind: KindDescription;
  readonly recorder: Recorder;
  readonly ledger: Ledger;
  readonly next: NextName;
  readonly limits: Limits;
  readonly signal: AbortSignal;
}

interface SentinelWrite {
  readonly object: Resource;
  /** Time at which the write was sent, in milliseconds since the run started. */
  readonly startedMs: number;
  readonly isNew: boolean;
}

interface SentinelFailure {
  readonly problem: string;
  /** A missing response is no evidence about the watch. */
  readonly isLost: boolean;
  readonly isStale: boolean;
  readonly isInvalid: boolean;
}

/**
 * Number of consecutive fences without an event for the sentinel after which fences fail immediately until the watch
 * delivers something.
 */
const maxSilences = 2;

const maxAttempts = 10;

/**
 * A watch on a whole collection that all cases share, with a sentinel object. The absence of an event is proven without
 * waiting for a timeout: after an operation the sentinel is written, and once its event has arrived on the same stream,
 * no older event is pending. Concurrent callers share writes of the sentinel.
 */
export class Observer implements AsyncDisposable {
  readonly #options: ObserverOptions;
  readonly #events = new Map<string, SeenEvent[]>();
  readonly #forgotten = new Set<string>();
  readonly #sentinels: ObjectKey[] = [];
  #opening: Promise<string | undefined> | undefined;
  #stream: Stream | undefined;
  #sentinel: Resource | undefined;
  /** Whether the target has rejected a new spec for the sentinel, although it accepts the spec for new objects. */
  #hasFixedSpecs = false;
  #isWithoutLives = false;
  #isSilent = false;
  #silences = 0;
  #received = 0;
  #receivedInSilence = 0;
  #writes = 0;
  #current: Promise<string | undefined> = Promise.resolve(undefined);
  #next: Promise<string | undefined> | undefined;

  constructor(options: ObserverOptions) {
    this.#options = options;
  }

  /** Opens the watch, and confirms with a sentinel that the watch delivers events. Resolves with the error, if any. */
  open(): Promise<string | undefined> {
    this.#opening ??= this.#confirm(this.#stream === undefined ? this.#open() : this.#fence());
    return this.#opening;
  }

  /** Confirms the watch again on the next call if its first events are late. */
  async #confirm(opening: Promise<string | undefined>): Promise<string | undefined> {
    const problem = await opening;
    if (problem !== undefined && this.#isSilent) this.#opening = undefined;
    return problem;
  }

  /**
   * Whether the watch has ended without an error or lost its connection, and will therefore receive no further events.
   */
  get isLost(): boolean {
    return this.#stream?.isLost === true;
  }

  get isSilent(): boolean {
    return this.#isSilent;
  }

  /** Resolves with all events of one object, after all pending events have arrived. */
  async settle(key: ObjectKey): Promise<SettledEvents> {
    if (this.#options.kind.operations.watch.length === 0) {
      return { watched: false, reached: false, events: [] };
    }
    const problem = (await this.open()) ?? (await this.#fence());
    const seen = this.#events.get(key.name) ?? [];
    const isInParts = this.#options.kind.isWatchedInParts === true;
    const events = isInParts ? inLifeOrder(seen) : [...seen];
    const exchange = this.#stream?.exchange ?? 0;
    return problem === undefined
      ? { watched: true, reached: true, exchange, events }
      : { watched: true, reached: false, problem, exchange, events };
  }

  /** Drops events of an object that are no longer needed, because the events of a whole run would exhaust memory. */
  forget(key: ObjectKey): void {
    this.#events.delete(key.name);
    this.#forgotten.add(key.name);
  }

  /** The objects that this watch has created. */
  get sentinels(): readonly ObjectKey[] {
    return this.#sentinels;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stream?.[Symbol.asyncDispose]();
  }

  async #open(): Promise<string | undefined> {
    const { kind, recorder, ledger, next, signal } = this.#options;
    if (kind.operations.watch.length === 0) return undefined;
    const key = ledger.newKey(kind, next);
    const { namespace } = key;
    this.#stream = await Stream.open(
      recorder,
      {
        verb: "watch",
        identity: "controller",
        kind: kind.name,
        ...(namespace === undefined ? {} : { namespace }),
      },
      { case: sharedCase, signal, onEvent: (event) => this.#file(event) },
    );
    const created = await this.#create(key);
    return "problem" in created && !created.isLost ? created.problem : this.#fence();
  }

  async #create(key: ObjectKey): Promise<SentinelWrite | SentinelFailure> {
    const { recorder, ledger, signal } = this.#options;
    ledger.creating(key);
    this.#sentinels.push(key);
    const command: CreateCommand = { verb: "create", identity: "author", key, spec: this.#spec() };
    const created = await recorder.call(command, { case: sharedCase, signal });
    const object = objectOf(created);
    if (object === undefined) {
      return failed("created", created);
    }
    this.#sentinel = object;
    return { object, startedMs: created.startedMs, isNew: true };
  }

  #file(event: SeenEvent): void {
    this.#received += 1;
    const name = event.object?.metadata.name ?? event.key?.name;
    if (name === undefined || this.#forgotten.has(name)) return;
    const events = this.#events.get(name);
    if (events === undefined) this.#events.set(name, [event]);
    else events.push(event);
  }

  /**
   * Waits for the next write of the sentinel, because the pending write may precede the change for which the caller
   * waits.
   */
  #fence(): Promise<string | undefined> {
    this.#next ??= this.#current.then(() => {
      this.#next = undefined;
      this.#current = this.#isDead ? Promise.resolve(this.#silence()) : this.#write();
      return this.#current;
    });
    return this.#next;
  }

  /**
   * Whether waiting is pointless: several consecutive fences have failed, and nothing has arrived since the last
   * failure.
   */
  get #isDead(): boolean {
    return this.#silences >= maxSilences && this.#received === this.#receivedInSilence;
  }

  async #write(): Promise<string | undefined> {
    const { limits, signal } = this.#options;
    let deadlineMs = performance.now() + limits.eventMs;
    const { kind, ledger, next } = this.#options;
    const writes: SentinelWrite[] = [];
    let isRepeated = false;
    const seen = (): boolean => writes.some((write) => this.#hasSeen(write));
    // Creates a new sentinel if an event or a response for the old sentinel was lost, because a loss must not look like
    // a broken watch. The event for the new sentinel cannot be confused with the event for an earlier write.
    for (let waitMs = limits.fenceRetryMs; ; waitMs *= 2) {
      const last = writes.length === 0 && !isRepeated ? this.#reusable() : undefined;
      const written = await (last === undefined
        ? this.#create(ledger.newKey(kind, next))
        : this.#touchInTurn(last));
      if ("problem" in written) {
        if (isRepeated || signal.aborted || !this.#mayRepeat(written, last)) return written.problem;
        isRepeated = true;
        deadlineMs = performance.now() + limits.eventMs;
        continue;
      }
      writes.push(written);
      const remainingMs = Math.max(0, deadlineMs - performance.now());
      if (await this.#stream?.until(seen, Math.min(waitMs, remainingMs), signal)) {
        this.#endSilence();
        await this.#fenceLives();
        return undefined;
      }
      if (this.#stream?.end !== undefined) return `the watch ${describeWatchEnd(this.#stream.end)}`;
      if (signal.aborted) return "the run was interrupted";
      if (performance.now() >= deadlineMs) return this.#silence();
    }
  }

  /** Whether a new sentinel may succeed. Learns that specs cannot be changed. */
  #mayRepeat({ isInvalid, isLost }: SentinelFailure, last: Resource | undefined): boolean {
    const isFixed = isInvalid && last !== undefined;
    this.#hasFixedSpecs ||= isFixed;
    return isLost || isFixed;
  }

  #silence(): string {
    this.#isSilent = true;
    this.#silences += 1;
    this.#receivedInSilence = this.#received;
    return `no event for the sentinel object arrived within ${this.#options.limits.eventMs} ms`;
  }

  #endSilence(): void {
    this.#isSilent = false;
    this.#silences = 0;
  }

  /**
   * Waits until the subscriptions for create and delete events are up to date, if the target separates them. Changes of
   * the sentinel do not reach them, so this method creates and deletes an object and waits for both events. If one of
   * them does not arrive, later calls do not wait; the missing event is then a finding.
   */
  async #fenceLives(): Promise<void> {
    const { kind, recorder, ledger, next, limits, signal } = this.#options;
    const isFenced = kind.isWatchedInParts === true && kind.operations.delete.length > 0;
    if (!isFenced || this.#isWithoutLives) return;
    const key = ledger.newKey(kind, next);
    ledger.creating(key);
    const owner = { case: sharedCase, signal };
    const creation: CreateCommand = { verb: "create", identity: "author", key, spec: this.#spec() };
    if (!isAccepted(await recorder.call(creation, owner))) return;
    if (!isAccepted(await recorder.call({ verb: "delete", identity: "author", key }, owner)))
      return;
    const isComplete = (): boolean => {
      const types = new Set((this.#events.get(key.name) ?? []).map(({ type }) => type));
      return types.has("ADDED") && types.has("DELETED");
    };
    const hasArrived = await this.#stream?.until(isComplete, limits.eventMs, signal);
    this.#isWithoutLives = hasArrived !== true;
  }

  /**
   * Whether the event for a write has arrived. Compared by version or content, because a watch is not broken if its
   * events have different versions from the responses.
   */
  #hasSeen({ object, startedMs, isNew }: SentinelWrite): boolean {
    const { name, resourceVersion } = object.metadata;
    const last = this.#events.get(name)?.at(-1);
    if (last === undefined) return false;
    if (isNew || last.resourceVersion === resourceVersion) return true;
    // An earlier state may have the same content, so the arrival time is also compared.
    return last.arrivedMs >= startedMs && isSameValue(last.object?.spec, object.spec);
  }

  /** Returns the sentinel, unless the specs of its kind cannot be changed: each write then needs a new sentinel. */
  #reusable(): Resource | undefined {
    const canChange = this.#options.kind.operations.update.length > 0 && !this.#hasFixedSpecs;
    return canChange ? this.#sentinel : undefined;
  }

  /** Writes the sentinel's spec, and retries if the write conflicts with a write by another client. */
  async #touchInTurn(sentinel: Resource): Promise<SentinelWrite | SentinelFailure> {
    let written = await this.#touch(sentinel);
    for (let attempt = 1; attempt < maxAttempts; attempt += 1) {
      if (!("problem" in written) || !written.isStale || this.#sentinel === undefined) break;
      written = await this.#touch(this.#sentinel);
    }
    return written;
  }

  async #touch(sentinel: Resource): Promise<SentinelWrite | SentinelFailure> {
    const { recorder, signal } = this.#options;
    const { name, namespace, resourceVersion } = sentinel.metadata;
    const key = {
      kind: this.#options.kind.name,
      name,
      ...(namespace === undefined ? {} : { namespace }),
    };
    const command: UpdateCommand = {
      verb: "update",
      identity: "author",
      key,
      resourceVersion,
      spec: this.#spec(),
    };
    const step = await recorder.call(command, { case: sharedCase, signal });
    const updated = objectOf(step);
    if (updated === undefined) {
      if (!isAccepted(step)) await this.#reread(key);
      return failed("written", step);
    }
    this.#sentinel = updated;
    return { object: updated, startedMs: step.startedMs, isNew: false };
  }

  async #reread(key: ObjectKey): Promise<void> {
    const { recorder, signal } = this.#options;
    const read = await recorder.call(
      { verb: "read", identity: "author", key },
      { case: sharedCase, signal },
    );
    this.#sentinel = objectOf(read) ?? this.#sentinel;
  }

  /** Alternates samples, so that each write changes something. */
  #spec(): CreateCommand["spec"] {
    const { specs } = this.#options.kind.samples;
    return specs[this.#writes++ % specs.length] ?? {};
  }
}

function failed(how: "created" | "written", { outcome }: Step): SentinelFailure {
  const problem = `the sentinel object could not be ${how}: ${describeOutcome(outcome)}`;
  const isStale = outcome.result === "refused" && outcome.refusal.reason === "conflict";
  const isInvalid = outcome.result === "refused" && outcome.refusal.reason === "invalid";
  return { problem, isLost: outcome.result === "unknown", isStale, isInvalid };
}
