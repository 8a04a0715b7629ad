export interface Tally {
  readonly strikes: number;
  readonly struckWrites: number;
  /** Requests that arrived at the server that the suite must not contact. */
  readonly heardElsewhere: readonly string[];
  /** Whether the foreign object still exists, unchanged. */
  readonly isOtherObjectThere: boolean;
}
