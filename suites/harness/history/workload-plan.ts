/** What a workload consists of. All of its objects are of one kind, and its own. */
export interface WorkloadPlan {
  /** Objects that all clients work on. */
  readonly objects: number;
  /** Clients, each with one request under way at a time. */
  readonly clients: number;
  /** Watchers of all objects, where the target lets a watch resume. */
  readonly watchers: number;
  /**
   * The share of the run's operations that the workload takes, above 0 and at most 1. The histories of a default run
   * add up to 1.
   */
  readonly share: number;
  /** How often each change is chosen, relative to the others. */
  readonly changes: {
    readonly status: number;
    /** Only where authors can mark what they write. */
    readonly spec: number;
    readonly remove: number;
  };
  /** One read in N is a list of all objects. None by default. */
  readonly listEvery?: number;
  /** The client aborts one request in N. None by default. */
  readonly abortEvery?: number;
  /** A watcher disconnects, to resume later, after at most N operations of the others. Never by default. */
  readonly leaveWithin?: number;
  /** The server is killed and started again after this part of the operations, above 0 and below 1. Never by default. */
  readonly restartAt?: number;
  /** Whether all operations of the target that carry a command are used in turn, or the first alone. */
  readonly isMixed?: boolean;
}
