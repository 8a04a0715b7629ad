import type { Resource } from "#contract";
import type { StagedStatus } from "../status-writer/staged-status.ts";

/** What a reconcile can look at beside its object. */
export interface Surroundings {
  /** All objects of the kind, as the watch last showed them. */
  readonly objects: () => readonly Resource[];
  readonly signal: AbortSignal;
}

/** What a controller does with the objects of one kind. */
export interface Reconciler {
  readonly kind: string;
  /**
   * Makes the world as the object asks for and stages what is to be said about it. May be called any
   * number of times for the same state. Rejects where it has to be tried again.
   */
  readonly reconcile: (staged: StagedStatus, surroundings: Surroundings) => Promise<void>;
  /**
   * Whether a change of one object can matter to the others of its kind, because they share something.
   * `after` is absent where the object is gone. Absent: it never does.
   */
  readonly affectsOthers?: (before: Resource | undefined, after: Resource | undefined) => boolean;
  /** Called when an object is gone, with its last known state. */
  readonly forget: (object: Resource) => void;
}
