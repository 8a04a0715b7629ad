import type { OperationAnomalyType } from "./anomaly.ts";
import type { CitedLine } from "./cited-line.ts";

export type Scan =
  | { readonly of: "version"; readonly node: number }
  | { readonly of: "uid"; readonly uid: number };

export interface Contradiction {
  readonly type: OperationAnomalyType;
  /** Rows of the operations in the history; the suspected one comes first. */
  readonly rows: readonly number[];
  /** Additional lines that show the contradiction. */
  readonly also?: readonly CitedLine[];
  /**
   * A version or uid that is returned by no line of the object, or by too few lines. Absent if the contradiction does
   * not depend on the number of lines.
   */
  readonly scan?: Scan;
}

/** Maximum number of contradictions per kind and object. More of them add no information. */
const maxContradictions = 100;

/** The contradictions of one object. Descriptions are computed only for contradictions that are kept. */
export class Contradictions {
  readonly #all: Contradiction[] = [];
  #observations = 0;
  #contradictions = 0;

  get all(): readonly Contradiction[] {
    return this.#all;
  }

  /** Whether the object's states are known despite contradictions, so that the real-time order can be checked. */
  get isSound(): boolean {
    return this.#contradictions === 0;
  }

  /** Adds a contradiction that disappears if its observations are ignored. */
  addObservation(describe: () => Contradiction): void {
    if (this.#observations < maxContradictions) this.#all.push(describe());
    this.#observations += 1;
  }

  /** Adds a contradiction that leaves the object's states undetermined. */
  addContradiction(describe: () => Contradiction): void {
    if (this.#contradictions < maxContradictions) this.#all.push(describe());
    this.#contradictions += 1;
  }
}
