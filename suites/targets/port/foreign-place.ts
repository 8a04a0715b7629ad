/**
 * A part of an object that only authors or only controllers may write, or the generation, which only the target may
 * write.
 */
export type OwnedPart = "spec" | "status" | "labels" | "annotations" | "generation";

/**
 * A place in a write for a part that the write does not own, under the target's names. Found in the schema before
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
  /** Whether the types of the request declare it, accept any field (`open`), or have no such field (`closed`). */
  readonly admission: "declared" | "open" | "closed";
  /** The place is only assumed to be for the part, so its refusal or removal shows nothing. Absent if it is certain. */
  readonly isGuess?: true;
  /** The place has the contract's form: by its name, or within `metadata`. */
  readonly contractForm?: "flat" | "nested";
}
