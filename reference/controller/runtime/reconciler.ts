import type { Resource } from "#contract";
import type { StagedStatus } from "../status-writer/staged-status.ts";

export interface DriverEnvironment {
  readonly objects: () => readonly Resource[];
  readonly signal: AbortSignal;
}

export interface Reconciler {
  readonly kind: string;
  /** Establishes the desired state and stages the status. Idempotent. A rejection requests another reconcile. */
  readonly reconcile: (staged: StagedStatus, driverEnvironment: DriverEnvironment) => Promise<void>;
  /**
   * Whether a change to one object can affect other objects of its kind, because they share a resource. `after` is
   * absent if the object was deleted. Defaults to false.
   */
  readonly affectsOthers?: (before: Resource | undefined, after: Resource | undefined) => boolean;
  /** Called with the last known state of a deleted object. */
  readonly forget: (object: Resource) => void;
}
