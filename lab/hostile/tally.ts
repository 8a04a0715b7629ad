/** What a hostile server did in one case. */
export interface Tally {
  /** How often the defect struck. */
  readonly strikes: number;
  /** How often it struck the reply to a write of a fixture: deletions, which only clear up, do not count. */
  readonly struckWrites: number;
  /** What the server that nobody may turn to has heard. */
  readonly heardElsewhere: readonly string[];
  /** Whether an object of others is as it was before the run. */
  readonly isOtherObjectThere: boolean;
}
