/** The parameters of a workload. All of its objects are its own, and of one kind. */
export interface WorkloadPlan {
  /** Objects shared by all clients. */
  readonly objects: number;
  readonly clients: number;
  /** Watchers of all objects, if the target lets a watch resume. */
  readonly watchers: number;
  /** The workload's share of the run's operations, above 0 and at most 1. The shares of a default run add up to 1. */
  readonly share: number;
  /** Relative frequencies of changes. */
  readonly changes: {
    readonly status: number;
    /** Only if authors can mark their writes. */
    readonly spec: number;
    readonly remove: number;
  };
  /** One read in N is a list of all objects. None by default. */
  readonly listEvery?: number;
  /** The client aborts one request in N. None by default. */
  readonly abortEvery?: number;
  /** A watcher disconnects, to resume later, after at most N operations of the others. Never by default. */
  readonly leaveWithin?: number;
  /** The server is killed and restarted after this share of the operations, above 0 and below 1. Never by default. */
  readonly restartAt?: number;
  /** Whether to rotate through all operations for a command, rather than use the first. */
  readonly isMixed?: boolean;
}
