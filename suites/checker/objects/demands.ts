export interface Demands {
  /**
   * 1 for operations that need no explanation: the result of a read or a refusal may be wrong, and a write may have
   * taken effect at any time. Relaxing operations can make an illegal history legal, but never a legal one illegal.
   */
  readonly relaxed: Uint8Array;
  readonly end: number;
  /** Disables lookahead to later invocations. A violation is then only detected at the event that completes it. */
  readonly isBlind?: boolean;
}
