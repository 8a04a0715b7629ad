/**
 * Every waiting time of the suite, in milliseconds. A conformant target stays below the `Ms` value;
 * `--timeout` scales all of them together, never one alone.
 */
export const limits = {
  /**
   * One request, from sending to the whole reply. Kubernetes times out a mutating request after 34 s, and an
   * interactive API answers in well under one; ten seconds keep a hung target from passing as a slow one.
   */
  requestMs: 10_000,
  /** From asking for a watch to its acknowledgement by the connection. graphql-ws waits 3 s for `connection_init`. */
  watchOpenMs: 10_000,
  /** From an accepted write to its event on an open watch. */
  eventMs: 10_000,
  /** How long the event of a sentinel is waited for before the sentinel is written once more; doubles each time. */
  fenceRetryMs: 500,
  /** One check on one kind, with all of its requests, waits and controls. */
  caseMs: 60_000,
  /** Removal of everything a run created, after its last check or an interruption. */
  cleanupMs: 15_000,
  /** Introspection and the first contact, before the first check. */
  connectMs: 10_000,
} as const satisfies Record<string, number>;

/**
 * How long an object or a watch is left idle before it is used again, in milliseconds: long enough for caches and idle
 * connections to be dropped. It is not a limit, and `--timeout` does not scale it.
 */
export const restMs = 1_000;

/** The waiting times of one run, in milliseconds. */
export type Limits = Readonly<Record<keyof typeof limits, number>>;

/** The waiting times with every value multiplied by `factor` (a number above 0). */
export function scaleLimits(factor: number): Limits {
  return {
    requestMs: limits.requestMs * factor,
    watchOpenMs: limits.watchOpenMs * factor,
    eventMs: limits.eventMs * factor,
    fenceRetryMs: limits.fenceRetryMs * factor,
    caseMs: limits.caseMs * factor,
    cleanupMs: limits.cleanupMs * factor,
    connectMs: limits.connectMs * factor,
  };
}

/**
 * What controllers are judged by. Times are in milliseconds of the clock that the watch is observed
 * with. `--timeout` scales none of them: they say what a controller may do, not how long we wait.
 */
export const controllerLimits = {
  /** From a change of the spec, or a request for deletion, to the report on it. Cluster tools wait minutes; a reconcile takes seconds. */
  convergeMs: 60_000,
  /** Versions in a row that change nothing. Some changes cannot be seen, such as those of owners, and come alone. */
  idleVersions: 4,
  /** Returns to an earlier status, or changes that only affect times, in a row. */
  restlessVersions: 6,
  /** The time within which they must happen. A probe that fails occasionally, or a heartbeat, takes longer. */
  restlessMs: 10_000,
  /** Reports in a row on an object that a driver does not touch. A reconcile takes one, a slow one a few. */
  reportsInRow: 20,
  /** Within which two writes of one writer count as parts of one flush. Requests to a server nearby take some 10 ms. */
  flushMs: 200,
  /** How often a flush must be split: one time can be two reconciles. */
  splitFlushes: 2,
  /**
   * Conflicts in a row without a pause. `DefaultRetry` of client-go tries five times, and a queue that
   * starts with 5 ms and doubles lets eight such flushes happen before its first pause of a second.
   */
  conflictsInRow: 50,
  /** A pause between two writes after which the second is a new try and no retry. */
  retryPauseMs: 1_000,
  /**
   * Consecutive refusals without a pause that no retry can fix: one attempt for each time that the queue returns the
   * object.
   */
  refusalsInRow: 12,
  /** Writes to an object after the first answer that it is gone. */
  writesToGone: 2,
  /** Turns that two writers take on one condition before it is a fight. */
  turns: 4,
  /** By how many steps of its resolution a transition time may be older than its flip. */
  timeSteps: 5,
  /** Findings that are kept of one requirement. The rest is counted. */
  findings: 20,
} as const satisfies Record<string, number>;

/** What controllers are judged by: the values of {@link controllerLimits}, or others. */
export type ControllerLimits = Readonly<Record<keyof typeof controllerLimits, number>>;
