/** A part of an object that only one side may write; or the generation, which only the target may. */
export type OwnedPart = "spec" | "status" | "labels" | "annotations" | "generation";

/**
 * One place in a write for a part of the other side, under the target's names. Found in the schema, before anything is
 * sent.
 */
export interface ForeignPlace {
  readonly verb: "create" | "update" | "updateStatus";
  /** The operation id. */
  readonly via: string;
  readonly part: OwnedPart;
  readonly place: "beside" | "inside";
  /** Path in the request: `input.facts`. Empty if nothing can be added. */
  readonly path: string;
  /** Whether the types of the request declare it, admit any field (`open`), or have no such field (`closed`). */
  readonly admission: "declared" | "open" | "closed";
  /** Only its type suggests that it is the part, so its refusal or removal shows nothing. Absent if it is the part. */
  readonly isGuess?: true;
  /** The place has the contract's form: by its name, or within `metadata`. */
  readonly contractForm?: "flat" | "nested";
}
