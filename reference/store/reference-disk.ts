import type { ServedKinds } from "../rules/served-kinds.ts";
import type { StoredObjects } from "./store.ts";
import type { WatchLog } from "./watch-log.ts";

export interface DiskState {
  readonly objects: StoredObjects;
  readonly log: WatchLog;
  readonly served: ServedKinds;
  readonly firstVersion: number;
}

/** Storage that outlives a server. The first server initializes it, and later servers restore their state from it. */
export class ReferenceDisk implements Disposable {
  #state: DiskState | undefined;

  get state(): DiskState | undefined {
    return this.#state;
  }

  /** Stores the state of a server, by reference. */
  keep(state: DiskState): void {
    this.#state = state;
  }

  [Symbol.dispose](): void {
    this.#state?.log[Symbol.dispose]();
  }
}

/** Copies all objects, so that later writes do not affect the copy. */
export function copyOf(objects: StoredObjects): StoredObjects {
  return new Map([...objects].map(([kind, states]) => [kind, new Map(states)]));
}

export function putBack(objects: StoredObjects, copy: StoredObjects): void {
  objects.clear();
  for (const [kind, states] of copyOf(copy)) objects.set(kind, states);
}
