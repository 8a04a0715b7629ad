import { jsonEquals } from "#contract";
import type { JsonValue } from "#contract";
import type { Change } from "#harness";
import { isSame } from "./status-leaves.ts";

/** A status value that the controller replaced although the spec had not changed since its report. */
export interface UnpromptedChange {
  /** Path from the object: `status.phase`. */
  readonly path: string;
  readonly from: JsonValue;
  /** Absent if the field was removed. */
  readonly to?: JsonValue;
}

/** Maximum number of different changes. Values may be counters, so their number has no limit. */
const most = 256;

/** The unprompted changes of all objects in one history, and in earlier histories of the same kind. */
export class UnpromptedChanges {
  #all: readonly UnpromptedChange[];

  constructor(known: readonly UnpromptedChange[] = []) {
    this.#all = known;
  }

  get all(): readonly UnpromptedChange[] {
    return this.#all;
  }

  add(change: UnpromptedChange): void {
    if (this.#all.length >= most || this.#has(change)) return;
    this.#all = [...this.#all, change];
  }

  /** True if a submitted value is known to turn into the value that it would have replaced. */
  revert({ path, before, after }: Change): boolean {
    if (after === undefined) return false;
    return this.#has({ path, from: after, ...(before === undefined ? {} : { to: before }) });
  }

  #has(change: UnpromptedChange): boolean {
    return this.#all.some(
      ({ path, from, to }) =>
        path === change.path && jsonEquals(from, change.from) && isSame(to, change.to),
    );
  }
}
