/**
 * Every waiting time of the suite, in milliseconds. A conformant target stays below the `Ms` value;
 * `--timeout` scales all of them together, never one alone.
 */
export const limits = {
  /**
   * One request, from sending to the whole reply. Kubernetes lets a mutating request take 34 s before
   * it gives up, an interactive API answers in well under one; ten seconds keep a hung target from
   * hiding behind slowness.
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
