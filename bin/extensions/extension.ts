import type { ExtensionRequirement } from "#contract";
import type { AnyCheck } from "#harness";
import type { Fault } from "#reference";

/** Rules of somebody's own, with what shows whether they hold. */
export interface Extension {
  readonly requirements: readonly ExtensionRequirement[];
  /** At least one for each requirement; none for those of the catalogue. */
  readonly checks: readonly AnyCheck[];
  /** Ways to break the requirements, so that the self-test can show that the checks see them; none by default. */
  readonly faults?: readonly Fault[];
}

/** All extensions of a run together. */
export type Extensions = Required<Extension>;

/** What a run has that nobody has extended. */
export const noExtensions: Extensions = { requirements: [], checks: [], faults: [] };
