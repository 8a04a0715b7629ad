export interface Tally {
  readonly strikes: number;
  /** Strikes on replies to writes other than the deletions of the cleanup. */
  readonly struckWrites: number;
  /** Requests to the server that must not be contacted. */
  readonly heardElsewhere: readonly string[];
  /** Whether the foreign object is unchanged. */
  readonly isOtherObjectThere: boolean;
}
