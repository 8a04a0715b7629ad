export interface Demands {
  /**
   * 1 for operations that need not be explained: the result of a read or a refusal may be wrong, and a write may have
   * taken effect at any time. Relaxing operations can make an illegal history legal, but never a legal one illegal.
   */
  readonly relaxed: Uint8Array;
  /** Only the first N events count; later events may or may not have happened. */
  readonly end: number;
  /** Disables lookahead to later invocations: a violation is then detected only at the event that completes it. */
  readonly isBlind?: boolean;
}
