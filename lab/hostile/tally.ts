export interface Tally {
  readonly strikes: number;
  /** Strikes on replies to writes other than the deletions of the cleanup. */
  readonly struckWrites: number;
  /** What the server that must not be contacted has received. */
  readonly heardElsewhere: readonly string[];
  /** Whether the foreign object is unchanged. */
  readonly isOtherObjectThere: boolean;
}
