import type { OperationKind } from "#checker";
import type { FoundRequest } from "../port/writer-finding.ts";

/** What a request shows of the versions of its object. */
export interface LoggedOperation {
  readonly kind: OperationKind;
  readonly request: FoundRequest;
  /** The version that was written or shown. Absent for a deletion, after which there is none. */
  readonly version?: string;
  /** The version that a conditional write replaced. */
  readonly precondition?: string;
}

/** Whether an operation made its version. */
export function isMaker({ kind, version, precondition }: LoggedOperation): boolean {
  return kind === "create" || (kind === "cas" && version !== precondition);
}
