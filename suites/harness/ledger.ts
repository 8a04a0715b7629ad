import { describeKey } from "#contract";
import type { ObjectKey } from "#contract";
import type { KindDescription } from "#targets";
import type { Recorder } from "./recorder.ts";
import { removeObject } from "./remove-object.ts";
import type { TraceSink } from "./trace.ts";

/**
 * Names what a run creates, remembers it before the request is sent, and removes it again. Every name
 * begins with the prefix of the run; nothing else is ever written to.
 */
export class Ledger {
  readonly #prefix: string;
  readonly #trace: TraceSink;
  readonly #open = new Map<string, Entry>();
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

  /**
   * Notes that an object is about to be created. Must be called before the request is sent. What others
   * depend on is removed `last`, after everything else is gone.
   */
  creating(key: ObjectKey, removal: Removal = "first"): void {
    const id = describeKey(key);
    if (this.#open.has(id)) return;
    this.#open.set(id, { key, removal });
    this.#trace({ line: "fixture", event: "creating", key });
  }

  /** Takes back that an object is about to be created: what has its key, if anything, is not the run's. */
  notCreated(key: ObjectKey): void {
    this.#open.delete(describeKey(key));
    this.#trace({ line: "fixture", event: "not-created", key });
  }

  /**
   * Removes everything that is still there, as the author. Resolves with the keys that could not be
   * removed, because the target refused or `signal` aborted.
   */
  async removeAll(recorder: Recorder, signal: AbortSignal): Promise<readonly ObjectKey[]> {
    const entries = [...this.#open.values()];
    this.#open.clear();
    const left: ObjectKey[] = [];
    for (const turn of ["first", "last"] as const) {
      const keys = entries.filter(({ removal }) => removal === turn).map(({ key }) => key);
      left.push(...(await this.#removeAtOnce(keys, recorder, signal)));
    }
    return left;
  }

  async #removeAtOnce(
    keys: readonly ObjectKey[],
    recorder: Recorder,
    signal: AbortSignal,
  ): Promise<readonly ObjectKey[]> {
    const removed = await Promise.all(keys.map((key) => removeObject(recorder, key, signal)));
    for (const [index, key] of keys.entries()) {
      const event = removed[index] === true ? "removed" : "left-behind";
      this.#trace({ line: "fixture", event, key });
    }
    return keys.filter((_, index) => removed[index] !== true);
  }
}

/** When an object is removed: with all others, or after them. */
export type Removal = "first" | "last";

interface Entry {
  readonly key: ObjectKey;
  readonly removal: Removal;
}
