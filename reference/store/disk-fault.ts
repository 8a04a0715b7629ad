import type { RequirementId } from "#contract";
import type { Rules } from "../rules/rules.ts";
import type { DiskState } from "./reference-disk.ts";

export interface DiskBehaviour {
  /** The replaced rules. None by default. */
  readonly change?: (rules: Rules) => Partial<Rules>;
  /** Called after the server has been killed and before it restarts. */
  readonly died: (disk: DiskState) => void;
}

export interface DiskFault {
  /** The name in kebab case, which is also the name of the file. */
  readonly name: string;
  readonly summary: string;
  /** The requirements whose checks must detect the fault, the most direct one first. */
  readonly breaks: readonly RequirementId[];
  /**
   * Called with each new disk before the first server starts. `disk` returns the current state, or undefined before the
   * first start.
   */
  readonly begin: (disk: () => DiskState | undefined) => DiskBehaviour;
}

export function defineDiskFault(fault: DiskFault): DiskFault {
  return fault;
}
