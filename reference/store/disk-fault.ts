import type { RequirementId } from "#contract";
import type { Rules } from "../rules/rules.ts";
import type { DiskState } from "./reference-disk.ts";

export interface DiskBehaviour {
  /** Replaced rules. None by default. */
  readonly change?: (rules: Rules) => Partial<Rules>;
  /** Called when the server was killed, before its restart. */
  readonly died: (disk: DiskState) => void;
}

export interface DiskFault {
  /** Kebab-case; equals the name of its file. */
  readonly name: string;
  readonly summary: string;
  /** The requirements that must detect it, the most direct one first. */
  readonly breaks: readonly RequirementId[];
  /** Starts with one server. `disk` returns the current state; absent before the first start. */
  readonly begin: (disk: () => DiskState | undefined) => DiskBehaviour;
}

export function defineDiskFault(fault: DiskFault): DiskFault {
  return fault;
}
