import { describeKey } from "#contract";
import type { ObjectKey } from "#contract";
import type { KindDescription } from "#targets";
import type { Recorder } from "./recorder.ts";
import { isAccepted, refusalOf } from "./step.ts";
import type { TraceSink } from "./trace.ts";

/**
 * Names what a run creates, remembers it before the request is sent, and removes it again. Every name
 * begins with the prefix of the run; nothing else is ever written to.
 */
export class Ledger {
  readonly #prefix: string;
  readonly #trace: TraceSink;
  readonly #open = new Map<string, ObjectKey>();
  #names = 0;

  /** `prefix` is at most 40 characters of `a` to `z`, `0` to `9` and `-`, and no other run has it. */
  constructor(prefix: string, trace: TraceSink) {
    this.#prefix = prefix;
    this.#trace = trace;
  }

  /** A key that was never used before, in one of the kind's namespaces (the first by default). */
  newKey(kind: KindDescription, namespaceIndex = 0): ObjectKey {
    this.#names += 1;
    const name = `${this.#prefix}-${this.#names.toString(36)}`;
    const namespace = kind.namespaces[namespaceIndex];
    return namespace === undefined
      ? { kind: kind.name, name }
      : { kind: kind.name, namespace, name };
  }

  /** Notes that an object is about to be created. Must be called before the request is sent. */
  creating(key: ObjectKey): void {
    const id = describeKey(key);
    if (this.#open.has(id)) return;
    this.#open.set(id, key);
    this.#trace({ line: "fixture", event: "creating", key });
  }

  /**
   * Removes everything that is still there, as the author. Resolves with the keys that could not be
   * removed, because the target refused or `signal` aborted.
   */
  async removeAll(recorder: Recorder, signal: AbortSignal): Promise<readonly ObjectKey[]> {
    const keys = [...this.#open.values()];
    const removed = await Promise.all(keys.map((key) => remove(recorder, key, signal)));
    const left = keys.filter((_, index) => removed[index] !== true);
    for (const [index, key] of keys.entries()) {
      const event = removed[index] === true ? "removed" : "left-behind";
      this.#trace({ line: "fixture", event, key });
    }
    this.#open.clear();
    return left;
  }
}

async function remove(recorder: Recorder, key: ObjectKey, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false;
  const step = await recorder.call(
    { verb: "delete", identity: "author", key },
    { case: "run", signal },
  );
  return isAccepted(step) || refusalOf(step)?.reason === "notFound";
}
