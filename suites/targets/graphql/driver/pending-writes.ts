import { describeKey } from "#contract";
import type { ObjectKey, Outcome } from "#contract";
import { createDeferred } from "../../wire/streams/deferred.ts";

export interface PendingWrite {
  answered(outcome: Outcome): void;
  /**
   * Whether every concurrent write was rejected. A read after the response then shows the result of this write. Waits
   * for the responses to the concurrent writes.
   */
  stoodAlone(): Promise<boolean>;
}

interface Entry {
  /** Writes that may have taken effect after this one. Each promise resolves to true if the write was rejected. */
  readonly rivals: Set<Promise<boolean>>;
  readonly isRefused: Promise<boolean>;
  isAnswered: boolean;
}

/**
 * Tracks concurrent writes to each object, because a read after one write can show the result of another. No other
 * client writes to the objects of a run.
 */
export class PendingWrites {
  readonly #byKey = new Map<string, Set<Entry>>();

  async during<Result>(
    key: ObjectKey,
    work: (write: PendingWrite) => Promise<Result>,
  ): Promise<Result> {
    const id = describeKey(key);
    const others = this.#byKey.get(id) ?? new Set<Entry>();
    this.#byKey.set(id, others);
    const refused = createDeferred<boolean>();
    const unanswered = [...others].filter(({ isAnswered }) => !isAnswered);
    const rivals = new Set(unanswered.map((other) => other.isRefused));
    const own: Entry = { rivals, isRefused: refused.promise, isAnswered: false };
    for (const other of others) other.rivals.add(own.isRefused);
    others.add(own);
    const answered = (isRefused: boolean): void => {
      own.isAnswered = true;
      refused.resolve(isRefused);
    };
    try {
      return await work({
        answered: (outcome) => answered(isWithoutEffect(outcome)),
        stoodAlone: async () => (await Promise.all(rivals)).every((isRefused) => isRefused),
      });
    } finally {
      answered(false);
      others.delete(own);
      if (others.size === 0 && this.#byKey.get(id) === others) this.#byKey.delete(id);
    }
  }
}

/**
 * Whether an outcome proves that the write had no effect. A failing server may have stored the write, and an
 * unclassified rejection may be such a failure.
 */
function isWithoutEffect(outcome: Outcome): boolean {
  if (outcome.result === "unsupported") return true;
  if (outcome.result !== "refused") return false;
  const { reason } = outcome.refusal;
  return reason !== "internal" && reason !== "unclassified";
}
