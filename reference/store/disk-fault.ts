import type { RequirementId } from "#contract";
import type { Rules } from "../rules/rules.ts";
import type { DiskState } from "./reference-disk.ts";

/** What one faulty server does. */
export interface DiskBehaviour {
  /** Rules that are replaced; none by default. */
  readonly change?: (rules: Rules) => Partial<Rules>;
  /** Called when the server is dead, before it is started again. */
  readonly died: (disk: DiskState) => void;
}

/** A way of being wrong that only shows when a server dies. */
export interface DiskFault {
  /** In kebab-case; its file has the same name. */
  readonly name: string;
  /** What the server does, one sentence. */
  readonly summary: string;
  /** The requirements that must find it, the most direct one first. */
  readonly breaks: readonly RequirementId[];
  /** Starts with one server. `disk` gives what is kept at the moment; absent before the first start. */
  readonly begin: (disk: () => DiskState | undefined) => DiskBehaviour;
}

/** Declares a fault. */
export function defineDiskFault(fault: DiskFault): DiskFault {
  return fault;
}
