import type { ServedKinds } from "../rules/served-kinds.ts";
import type { StoredObjects } from "./store.ts";
import type { WatchLog } from "./watch-log.ts";

/** All that a server keeps when it dies. */
export interface DiskState {
  readonly objects: StoredObjects;
  readonly log: WatchLog;
  readonly served: ServedKinds;
  /** The version that came before all others. */
  readonly firstVersion: number;
}

/** What outlives a server. The first server that is given it fills it; those after find what it kept. */
export class ReferenceDisk implements Disposable {
  #state: DiskState | undefined;

  /** The stored state. Absent before the first start. */
  get state(): DiskState | undefined {
    return this.#state;
  }

  /** Keeps what a server holds. */
  keep(state: DiskState): void {
    this.#state = state;
  }

  /** Ends what still listens for changes. */
  [Symbol.dispose](): void {
    this.#state?.log[Symbol.dispose]();
  }
}

/** A copy of all objects, which later writes leave as it is. */
export function copyOf(objects: StoredObjects): StoredObjects {
  return new Map([...objects].map(([kind, states]) => [kind, new Map(states)]));
}

/** Makes the objects be what a copy holds. */
export function putBack(objects: StoredObjects, copy: StoredObjects): void {
  objects.clear();
  for (const [kind, states] of copyOf(copy)) objects.set(kind, states);
}
