import type { OperationAnomalyType } from "./anomaly.ts";

/** A contradiction between what operations say of versions, uids and contents, whatever the times. */
export interface Trouble {
  readonly type: OperationAnomalyType;
  /** Rows of the operations in the history; the one to be accused comes first. */
  readonly rows: readonly number[];
  /** What is wrong, as a clause with the versions, uids or contents. */
  readonly what: string;
  /**
   * Operations of the object that only saw something wrong: without them the others can still be
   * judged. Absent where they cannot.
   */
  readonly silenced?: readonly number[];
}

/** The most troubles that are kept of one object; after so many, more of them say nothing new. */
export const mostTroubles = 100;
