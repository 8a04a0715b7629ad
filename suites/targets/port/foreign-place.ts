/** A part of an object that only one side may write; the generation, that only the target may. */
export type OwnedPart = "spec" | "status" | "labels" | "annotations" | "generation";

/**
 * One place in a write where a part of the other side could stand, in the words of the target. Found in the
 * schema, before anything is sent.
 */
export interface ForeignPlace {
  readonly verb: "create" | "update" | "updateStatus";
  /** The operation, by its id. */
  readonly via: string;
  readonly part: OwnedPart;
  readonly place: "beside" | "inside";
  /** Where it stands in the request: `input.facts`. Empty where there is nothing that it could be put into. */
  readonly path: string;
  /** Whether the types of the request declare it, take any member (`open`), or have no such member (`closed`). */
  readonly admission: "declared" | "open" | "closed";
  /** Only its type suggests that it is the part: that it is refused or dropped shows nothing. Absent: it is the part. */
  readonly isGuess?: true;
  /** The place has the contract's spelling: by its name, or within `metadata`. */
  readonly contractForm?: "flat" | "nested";
}
