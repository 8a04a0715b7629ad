import { authoredNames } from "#contract";
import type { AuthoredName, JsonObject } from "#contract";
import type { KindSamples } from "../../port/target.ts";

export type StatusMetadata = AuthoredName | "ownerReferences";

/** The metadata that status writes may change, in alphabetical order. */
export const statusMetadata: readonly StatusMetadata[] = [
  ...new Set<StatusMetadata>([...authoredNames, "ownerReferences"]),
].toSorted();

export interface KindNotes {
  /** Generated from the schema by default. */
  readonly samples?: KindSamples;
  /** The author metadata that status writes of the kind change. None by default. */
  readonly statusMetadata?: readonly StatusMetadata[];
  readonly takesVersionlessReplacement?: boolean;
  /** Whether annotation changes increment the generation. False by default. */
  readonly countsAnnotations?: boolean;
  /** Whether a 0 in a status is omitted when read. False by default. */
  readonly leavesOutZero?: boolean;
  /** Numeric status fields that the server returns as 0 if unset. None by default. */
  readonly unsetAsZero?: readonly string[];
  /** Whether every object has an initial status, possibly empty. False by default. */
  readonly beginsWithStatus?: boolean;
  /** Whether objects have no generation. False by default. */
  readonly lacksGeneration?: boolean;
  /** Whether conditions are exempt from the rules of `metav1.Condition`. False by default. */
  readonly hasLooseConditions?: boolean;
  /** Whether Kubernetes' own controllers write the status. False by default. */
  readonly isControlled?: boolean;
}

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
