import type { RequirementId } from "#contract";
import type { Rules } from "../rules/rules.ts";
import type { DiskState } from "./reference-disk.ts";

export interface DiskBehaviour {
  readonly change?: (rules: Rules) => Partial<Rules>;
  /** Called after the server has been killed and before it restarts. */
  readonly died: (disk: DiskState) => void;
}

export interface DiskFault {
  /** The name in kebab case. */
  readonly name: string;
  readonly summary: string;
  /** The requirements whose checks must detect the fault, most direct first. */
  readonly breaks: readonly RequirementId[];
  /**
   * Called with each new disk before the first server starts. `disk` returns the current state. Before the first start,
   * it returns undefined.
   */
  readonly begin: (disk: () => DiskState | undefined) => DiskBehaviour;
}

export function defineDiskFault(fault: DiskFault): DiskFault {
  return fault;
}
