export interface Tally {
  readonly strikes: number;
  readonly struckWrites: number;
  readonly heardElsewhere: readonly string[];
  readonly isOtherObjectThere: boolean;
}
