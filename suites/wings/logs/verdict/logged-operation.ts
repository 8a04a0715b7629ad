import type { OperationKind } from "#checker";
import type { FoundRequest } from "../port/writer-finding.ts";

export interface LoggedOperation {
  readonly kind: OperationKind;
  readonly request: FoundRequest;
  /** The written or returned version. Absent for a delete operation. */
  readonly version?: string;
  readonly precondition?: string;
}

export function isMaker({ kind, version, precondition }: LoggedOperation): boolean {
  return kind === "create" || (kind === "cas" && version !== precondition);
}
