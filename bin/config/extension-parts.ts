import type { ExtensionRequirement } from "#contract";
import type { AnyCheck } from "#harness";
import type { Fault } from "#reference";

/** Custom requirements, with the checks that test them. */
export interface Extension {
  readonly requirements: readonly ExtensionRequirement[];
  /** At least one check for each custom requirement. Checks of built-in requirements are not allowed. */
  readonly checks: readonly AnyCheck[];
  /**
   * Faults that violate the requirements, so that the self-test can show that the checks detect them. None by default.
   */
  readonly faults?: readonly Fault[];
}

export type Extensions = Required<Extension>;

export const noExtensions: Extensions = { requirements: [], checks: [], faults: [] };
