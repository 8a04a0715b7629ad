/**
 * All timeouts of the suite, in milliseconds. A conformant target stays below them. `--timeout` multiplies all of them
 * by the same factor.
 */
export const limits = {
  /**
   * Time from sending a request to its complete response. Kubernetes times out a mutating request after 34 s, and an
   * interactive API responds in well under one second. Ten seconds distinguish a hung target from a slow one.
   */
  requestMs: 10_000,
  /** Time from the request of a watch to its acknowledgement. graphql-ws waits 3 s for `connection_init`. */
  watchOpenMs: 10_000,
  /** Time from an accepted write to its event on an open watch. */
  eventMs: 10_000,
  /** Time to wait for the sentinel event before the sentinel is written again. Doubles with each attempt. */
  fenceRetryMs: 500,
  /** Time for one check on one kind, with all its requests, waits and controls. */
  caseMs: 60_000,
  /** Time to delete everything that a run created, after its last check or after an interruption. */
  cleanupMs: 15_000,
  /** Time for introspection and other requests before the first check. */
  connectMs: 10_000,
} as const satisfies Record<string, number>;

/**
 * How long an object or a watch is idle before it is used again, in milliseconds. It is long enough for caches and idle
 * connections to expire. Not a timeout, so `--timeout` does not scale it.
 */
export const restMs = 1_000;

/** The timeouts of one run, in milliseconds. */
export type Limits = Readonly<Record<keyof typeof limits, number>>;

/** Multiplies all timeouts by `factor`, which must be positive. */
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
 * Limits for controllers. Times are in milliseconds of the observer's clock. `--timeout` does not scale them, because
 * they limit a controller and not how long the suite waits.
 */
export const controllerLimits = {
  /**
   * Time from a spec change or a delete request until the controller reports it. Cluster tools allow minutes; a
   * reconcile takes seconds.
   */
  convergeMs: 60_000,
  /**
   * Number of consecutive versions without a visible change. Changes to field owners, for example, are invisible, but
   * there are never several of them in a row.
   */
  idleVersions: 4,
  /** Number of consecutive changes that return to an earlier status, or that only affect timestamps. */
  restlessVersions: 6,
  /**
   * The period in which the `restlessVersions` must occur. A failing probe or a heartbeat takes longer to cause that
   * many changes.
   */
  restlessMs: 10_000,
  /**
   * Number of consecutive reports on an object that no driver changes. One reconcile writes one report; slow work needs
   * a few.
   */
  reportsInRow: 20,
  /** Writes by one writer within this time are parts of one flush. Requests to a nearby server take about 10 ms. */
  flushMs: 200,
  /** Minimum number of split flushes for a finding. A single one may be two reconciles. */
  splitFlushes: 2,
  /**
   * Number of consecutive conflicts without a pause. client-go's `DefaultRetry` makes five attempts per flush. A work
   * queue with a backoff that starts at 5 ms and doubles allows nine such flushes before its first pause of at least
   * one second.
   */
  conflictsInRow: 50,
  /** If two writes are separated by a pause of this length, the second is a new attempt and not a retry. */
  retryPauseMs: 1_000,
  /**
   * Time by which a retry may precede the end of the wait that the server required. Timers may end a tick early, and a
   * tick takes up to 16 ms.
   */
  earlyTimerMs: 20,
  /**
   * Number of consecutive refusals, without a pause, of writes that no retry can fix. A work queue makes one attempt
   * each time it returns the object.
   */
  refusalsInRow: 12,
  /** Number of writes to the status of an object, and to the rest, after a response reported that it does not exist. */
  writesToGone: 2,
  /** Number of alternations between two writers of one condition that count as a violation. */
  turns: 4,
  /** Maximum time between a change and its transition time, as a multiple of the timestamp's resolution. */
  timeSteps: 5,
  /** Maximum number of findings to store per requirement. Further findings are only counted. */
  findings: 20,
} as const satisfies Record<string, number>;

/** Values for the limits in {@link controllerLimits}. */
export type ControllerLimits = Readonly<Record<keyof typeof controllerLimits, number>>;
