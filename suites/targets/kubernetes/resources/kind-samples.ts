import type { JsonObject } from "#contract";
import type { KindSamples } from "../../port/target.ts";

/** Metadata of the author that a status write of some kinds changes. */
export type StatusMetadata = "annotations" | "finalizers" | "labels" | "ownerReferences";

/** What a run must know of a kind that it did not bring. What is absent is as with kinds of a definition. */
export interface KindNotes {
  /** Generated from the schema by default. */
  readonly samples?: KindSamples;
  /** The author metadata that status writes of the kind change. None by default. */
  readonly statusMetadata?: readonly StatusMetadata[];
  /** Whether a status is replaced without a version; refused by default. */
  readonly takesVersionlessReplacement?: boolean;
  /** Whether other annotations count as another generation; they do not by default. */
  readonly countsAnnotations?: boolean;
  /** Whether a number of 0 is omitted from a status when it is read; it is shown by default. */
  readonly leavesOutZero?: boolean;
  /** Numbers of a status that are shown as 0 if unset. None by default. */
  readonly unsetAsZero?: readonly string[];
  /** Whether every object has a status from the start, if only an empty one; none has by default. */
  readonly beginsWithStatus?: boolean;
  /** Whether its objects have no generation; they have one by default. */
  readonly lacksGeneration?: boolean;
  /** Whether its conditions are not held to the rules of `metav1.Condition`; they are by default. */
  readonly hasLooseConditions?: boolean;
  /** Whether the controllers of Kubernetes write its status, where they run; they do not by default. */
  readonly isControlled?: boolean;
}

/** A valid status made invalid in one of its counts at a time. */
export function negativeCounts(
  status: JsonObject,
  members: readonly string[],
): KindSamples["invalidStatuses"] {
  return members.map((member) => ({
    status: { ...status, [member]: -1 },
    field: `status.${member}`,
    defect: "a negative count",
  }));
}
