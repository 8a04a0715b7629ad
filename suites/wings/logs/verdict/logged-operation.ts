import type { OperationKind } from "#checker";
import type { FoundRequest } from "../port/writer-finding.ts";

/** The versions that a request and its response contain. */
export interface LoggedOperation {
  readonly kind: OperationKind;
  readonly request: FoundRequest;
  /** The written or returned version. Absent for a delete operation. */
  readonly version?: string;
  /** The version that a conditional write replaced. */
  readonly precondition?: string;
}

/** Whether an operation created its version. */
export function isMaker({ kind, version, precondition }: LoggedOperation): boolean {
  return kind === "create" || (kind === "cas" && version !== precondition);
}
