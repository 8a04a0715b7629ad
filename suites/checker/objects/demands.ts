export interface Demands {
  /**
   * 1 for operations that need not be explained: a read or refusal may have been wrong, a write may have taken effect
   * at any time. Relaxing can make an illegal history legal, never the reverse.
   */
  readonly relaxed: Uint8Array;
  /** Only the first N events count; later ones may or may not have happened. */
  readonly end: number;
  /** Disables lookahead to later invocations: a violation then shows only when it is complete. */
  readonly isBlind?: boolean;
}
