import type { Command, ObjectKey, Outcome, WatchCommand } from "#contract";
import type { KindDescription, Target, Watch, WatchListener } from "#targets";
import { executeChecked } from "./checked-reply.ts";
import type { NextName } from "./fixture-names.ts";
import type { Ledger } from "./ledger.ts";
import type { LeanExchange } from "./trace.ts";
import type { RefusedWrites, WriteLimit } from "./write-limit.ts";

/** The result of a command whose exchange can still be recorded. */
export interface LeanAnswer {
  readonly outcome: Outcome;
  /** Records the exchange once, and returns its number. Undefined if nothing is recorded. */
  readonly keep: () => number | undefined;
}

export interface LeanTargetOptions {
  readonly target: Target;
  readonly ledger: Ledger;
  readonly next: NextName;
  readonly signal: AbortSignal;
  /** Milliseconds since the run started. */
  readonly now: () => number;
  /** Unlimited by default. */
  readonly writes?: WriteLimit | undefined;
  readonly refused?: RefusedWrites;
  readonly keep?: (sent: LeanExchange) => number;
}

/**
 * Accesses the target for thousands of operations. A history records the operations, so only requested exchanges are
 * written to the record. Objects are added to the ledger before their create requests are sent. Disposing closes the
 * watches.
 */
export class LeanTarget implements AsyncDisposable {
  readonly #options: LeanTargetOptions;
  readonly #watches = new Set<Watch>();

  constructor(options: LeanTargetOptions) {
    this.#options = options;
  }

  now(): number {
    return this.#options.now();
  }

  /** The key is in a namespace that shared watches cover. */
  newKey(kind: KindDescription): ObjectKey {
    const { ledger, next } = this.#options;
    return ledger.unusedKey(kind, next, Math.max(0, kind.namespaces.length - 1));
  }

  /**
   * Sends one command, which `signal` can abort.
   *
   * @throws WritesSpent when the command would exceed the write limit.
   */
  async execute(command: Command, signal?: AbortSignal): Promise<Outcome> {
    const { outcome } = await this.send(command, signal);
    return outcome;
  }

  /** Like {@link LeanTarget.execute}, for a caller that may record the exchange later. */
  send(command: Command, signal?: AbortSignal): Promise<LeanAnswer> {
    const sending = this.#send(command, signal);
    return this.#options.refused?.watch(sending) ?? sending;
  }

  async #send(command: Command, signal: AbortSignal | undefined): Promise<LeanAnswer> {
    const { writes, ledger } = this.#options;
    writes?.spend(command.verb);
    if (command.verb !== "list" && command.verb !== "read") ledger.sent(command.key);
    if (command.verb === "create") ledger.creating(command.key);
    const { target, signal: whole, now, keep } = this.#options;
    const startedMs = now();
    const checking = { signal: signal ?? whole, isShared: true };
    const answer = await executeChecked(target, command, checking);
    ledger.answered(command, answer.outcome);
    const sent: LeanExchange = { ...answer, command, startedMs, endedMs: now() };
    let number: number | undefined;
    return { outcome: answer.outcome, keep: () => (number ??= keep?.(sent)) };
  }

  removed(key: ObjectKey): void {
    this.#options.ledger.removed(key);
  }

  /** Kills and restarts the server. Rejects if the restart fails or is not possible. */
  async restart(): Promise<void> {
    const { target, signal } = this.#options;
    if (target.restart === undefined) throw new Error("the server cannot be restarted");
    await target.restart(signal);
  }

  /** Opens a watch. The watch is closed when it is disposed, or when the case finishes. */
  async watch(command: WatchCommand, listener: WatchListener): Promise<Watch> {
    const { target, signal } = this.#options;
    const watch = await target.watch(command, listener, signal);
    this.#watches.add(watch);
    return {
      request: watch.request,
      ...(watch.pause === undefined ? {} : { pause: watch.pause }),
      [Symbol.asyncDispose]: async () => {
        this.#watches.delete(watch);
        await watch[Symbol.asyncDispose]();
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#watches].map((watch) => watch[Symbol.asyncDispose]()));
  }
}
