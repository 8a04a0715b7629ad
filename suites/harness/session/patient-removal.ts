import { setTimeout as pause } from "node:timers/promises";
import { describeOutcome } from "#contract";
import type { ObjectKey, Outcome } from "#contract";
import { Gate } from "./gate.ts";
import type { Recorder } from "./recorder.ts";
import { removedAtOnce, removeObject } from "./remove-object.ts";
import type { Removed } from "./remove-object.ts";

export interface PatientRemovalOptions {
  readonly recorder: Recorder;
  /** Removal stops if no object is removed for this long, in milliseconds. */
  readonly patienceMs: number;
  readonly signal: AbortSignal;
}

interface Attempt {
  readonly key: ObjectKey;
  readonly removed: Removed;
  readonly isOpen: boolean;
  readonly isLost?: true;
}

const pauses = { firstMs: 50, lastMs: 500 } as const;

/** Factor by which the concurrency is reduced after a round with lost responses. */
const narrower = 4;

/**
 * Removes objects in rounds. Remaining objects and those without a response are retried in the next round, with less
 * concurrency after lost responses, because an overloaded server responds faster to few requests.
 */
export class PatientRemoval {
  readonly #options: PatientRemovalOptions;
  #progressMs = 0;
  #concurrency = removedAtOnce;

  constructor(options: PatientRemovalOptions) {
    this.#options = options;
  }

  /**
   * Resolves when all objects are gone, when the remaining objects cannot be removed, or when no object has been
   * removed for too long.
   */
  async remove(keys: readonly ObjectKey[]): Promise<readonly Attempt[]> {
    this.#progressMs = performance.now();
    const first = keys.map((key): Attempt => ({ key, removed: untried, isOpen: true }));
    let attempts = await this.#round(first, { isFirst: true });
    let delayMs: number = pauses.firstMs;
    while (!this.#isOver && attempts.some(({ isOpen }) => isOpen)) {
      await pause(delayMs, undefined, { signal: this.#options.signal }).catch(() => undefined);
      delayMs = Math.min(delayMs * 2, pauses.lastMs);
      attempts = await this.#round(attempts, { isFirst: false });
    }
    return attempts;
  }

  get #isOver(): boolean {
    const { signal, patienceMs } = this.#options;
    return signal.aborted || performance.now() - this.#progressMs > patienceMs;
  }

  async #round(attempts: readonly Attempt[], round: Round): Promise<readonly Attempt[]> {
    const gate = new Gate(() => this.#concurrency);
    const next = await Promise.all(
      attempts.map((one) =>
        gate.run(async () => {
          if (!one.isOpen || this.#isOver) return one;
          const attempt = await this.#attempt(one.key, round);
          if (!attempt.isOpen) this.#progressMs = performance.now();
          return attempt;
        }),
      ),
    );
    const isAnyLost = next.some(({ isOpen, isLost }) => isOpen && isLost === true);
    if (isAnyLost) this.#concurrency = Math.max(1, Math.floor(this.#concurrency / narrower));
    return next;
  }

  async #attempt(key: ObjectKey, { isFirst }: Round): Promise<Attempt> {
    const { recorder, signal } = this.#options;
    const removed = await removeObject(recorder, key, signal);
    // In a later round, an absent object may have been removed by an earlier delete request.
    const gone: Removed =
      isFirst && removed.kind !== "removed" ? { kind: "absent" } : { kind: "removed" };
    if (removed.kind === "absent") return { key, removed: gone, isOpen: false };
    if (hasNoReply(removed)) return { key, removed, isOpen: true, isLost: true };
    const command = { verb: "read", identity: "author", key } as const;
    const { outcome } = await recorder.call(command, { case: "run", signal });
    if (isNotFound(outcome)) return { key, removed: gone, isOpen: false };
    if (removed.kind === "left") return { key, removed, isOpen: isPassing(removed) };
    return { key, ...confirmed(outcome) };
  }
}

interface Round {
  readonly isFirst: boolean;
}

const untried: Removed = { kind: "left", reason: "no time left" };

function confirmed(read: Outcome): Omit<Attempt, "key"> {
  switch (read.result) {
    case "object":
      return { removed: { kind: "left", reason: stillThere }, isOpen: true };
    case "unknown": {
      const reason = `its deletion was accepted, but a read returned ${describeOutcome(read)}`;
      return { removed: { kind: "left", reason }, isOpen: true, isLost: true };
    }
    case "refused":
    case "unsupported":
    case "unintelligible":
    case "list":
    case "done":
      // Without read permission, the accepted delete request is the only evidence.
      return { removed: { kind: "removed" }, isOpen: false };
  }
}

const stillThere = "its deletion was accepted, but it still exists";

function isNotFound(outcome: Outcome): boolean {
  return outcome.result === "refused" && outcome.refusal.reason === "notFound";
}

export function mayGoLater(removed: Removed): boolean {
  return hasNoReply(removed) || (removed.kind === "left" && isPassing(removed));
}

function hasNoReply(removed: Removed): boolean {
  return removed.kind === "left" && removed.outcome?.result === "unknown";
}

/** Whether a rejection is transient: caused by other writers, or by a pending deletion. */
function isPassing({ outcome }: Extract<Removed, { readonly kind: "left" }>): boolean {
  return outcome?.result === "refused" && passing.has(outcome.refusal.reason);
}

const passing: ReadonlySet<string> = new Set(["conflict", "internal", "rateLimited"]);
