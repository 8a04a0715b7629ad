/** Which part of an object's operations has to be explained. */
export interface Demands {
  /**
   * 1 for operations that need not be explained: a read or refusal may have been wrong, a write may
   * have taken effect at any time. Relaxing can turn an illegal history legal, never the reverse.
   */
  readonly relaxed: Uint8Array;
  /** Only the first N events count; later ones may have happened or not. */
  readonly end: number;
  /** Nothing is concluded from writes that are yet to be invoked: a violation shows only when it is complete. */
  readonly isBlind?: boolean;
}
