import type { OperationAnomalyType } from "./anomaly.ts";
import type { CitedLine } from "./witness-line.ts";

/** A version of the object, or a uid, whose givers are counted. */
export type Scan =
  | { readonly of: "version"; readonly node: number }
  | { readonly of: "uid"; readonly uid: number };

/** A contradiction between what operations say of versions, uids and contents, whatever the times. */
export interface Trouble {
  readonly type: OperationAnomalyType;
  /** Rows of the operations in the history; the one to be accused comes first. */
  readonly rows: readonly number[];
  /** Additional lines to those that it is based on. */
  readonly also?: readonly CitedLine[];
  /** The version, or the uid, that no line of the object gives, or that too few do. Absent: nothing is counted. */
  readonly scan?: Scan;
}

/** The most troubles of each sort that are kept of one object: more of them say nothing new. */
const mostTroubles = 100;

/** The troubles of one object. They are described only if they are kept. */
export class Troubles {
  readonly #all: Trouble[] = [];
  #observations = 0;
  #contradictions = 0;

  /** The troubles that are kept, in the order in which they were found. */
  get all(): readonly Trouble[] {
    return this.#all;
  }

  /** The states of the object are known in spite of the troubles, so that times can be judged. */
  get isSound(): boolean {
    return this.#contradictions === 0;
  }

  /** Adds one that is over when the operations that saw something wrong are omitted. */
  addObservation(describe: () => Trouble): void {
    if (this.#observations < mostTroubles) this.#all.push(describe());
    this.#observations += 1;
  }

  /** Adds one that leaves open which states there were. */
  addContradiction(describe: () => Trouble): void {
    if (this.#contradictions < mostTroubles) this.#all.push(describe());
    this.#contradictions += 1;
  }
}
