import { describeKey } from "#contract";
import type { ObjectKey, Outcome } from "#contract";
import { createDeferred } from "../../wire/streams/deferred.ts";

/** A write that is about to be sent, or was, and the others that met it at its object. */
export interface WriteUnderWay {
  /** Notes what was answered. */
  answered(outcome: Outcome): void;
  /**
   * Whether a read that was sent after the answer, and has ended, shows what this write has left: every other write
   * that was under way meanwhile was refused. Waits for their answers.
   */
  stoodAlone(): Promise<boolean>;
}

interface Entry {
  /** Of each write that may have taken effect after this one, whether it was refused. */
  readonly rivals: Set<Promise<boolean>>;
  readonly isRefused: Promise<boolean>;
  isAnswered: boolean;
}

/**
 * Knows which writes to one object were under way together: a read after one of them may show what another one has
 * stored. The writes of this target are all that there are, because the objects of a run are its own.
 */
export class WritesUnderWay {
  readonly #byKey = new Map<string, Set<Entry>>();

  /** Does a piece of work that sends one write to an object. */
  async during<Result>(
    key: ObjectKey,
    work: (write: WriteUnderWay) => Promise<Result>,
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

/** A server that fails has perhaps stored before, and what no matcher knows may be such a failure. */
function isWithoutEffect(outcome: Outcome): boolean {
  if (outcome.result === "unsupported") return true;
  if (outcome.result !== "refused") return false;
  const { reason } = outcome.refusal;
  return reason !== "internal" && reason !== "unclassified";
}
