/** The parameters of a workload. A workload uses only its own objects, all of one kind. */
export interface WorkloadPlan {
  readonly objects: number;
  readonly clients: number;
  /** Number of watchers of all objects. Applies only if the target lets a watch resume. */
  readonly watchers: number;
  /** The workload's share of the run's operations, above 0 and at most 1. The shares of a default run add up to 1. */
  readonly share: number;
  /** Relative frequencies of changes. */
  readonly changes: {
    readonly status: number;
    /** Applies only if authors can mark their writes with annotations. */
    readonly spec: number;
    readonly remove: number;
  };
  /** One iteration of a client in N lists all shared objects. By default, no client lists objects. */
  readonly listEvery?: number;
  /** The client aborts one request in N. By default, no request is aborted. */
  readonly abortEvery?: number;
  readonly leaveWithin?: number;
  /**
   * The server is killed and restarted after this share of the operations, above 0 and below 1. By default, the server
   * is not killed.
   */
  readonly restartAt?: number;
  /** Whether commands rotate through all operations instead of using the first one. */
  readonly isMixed?: boolean;
}
