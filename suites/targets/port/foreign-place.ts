/**
 * A part of an object with a single writer. Only authors or only controllers may write the part; only the target may
 * write the generation.
 */
export type OwnedPart = "spec" | "status" | "labels" | "annotations" | "generation";

/**
 * A path at which a write accepts a part that it does not own, under the target's names. Derived from the schema before
 * anything is sent.
 */
export interface ForeignPlace {
  readonly verb: "create" | "update" | "updateStatus";
  /** The operation id. */
  readonly via: string;
  readonly part: OwnedPart;
  readonly place: "beside" | "inside";
  /** Path in the request: `input.facts`. Empty if nothing can be added. */
  readonly path: string;
  /** Whether the input types declare the part, accept any field (`open`), or have no such field (`closed`). */
  readonly admission: "declared" | "open" | "closed";
  /**
   * Set if it is uncertain whether the path belongs to the part. A rejected or dropped value at this path is then
   * inconclusive.
   */
  readonly isGuess?: true;
  /** Set if the path has the contract's form: `flat` at the top level, `nested` within `metadata`. */
  readonly contractForm?: "flat" | "nested";
}
