import type { OperationLine } from "../history/history.ts";

/** An operation on a register, with its line number in the file. */
export interface RegisterOperation {
  readonly operation: OperationLine;
  readonly line: number;
}

/**
 * An object whose values serve as its versions. They may repeat. `version` is the value that a read returned, or that a
 * write stores with any outcome. `precondition` is the expected value of a conditional write.
 */
export interface Register {
  readonly object: string;
  readonly initial: string;
  /** Reads, unconditional writes (`put`) and conditional writes (`cas`), in any order. */
  readonly operations: readonly RegisterOperation[];
}

/** Returns the value that a write stores, or undefined for a read. */
export function storedBy({ operation }: RegisterOperation): string | undefined {
  return operation.operation === "read" ? undefined : (operation.value ?? operation.version);
}

/** Returns the value before the operation took effect, if the result shows it. */
export function seenBy({ operation }: RegisterOperation): string | undefined {
  const { operation: kind, outcome, version, precondition } = operation;
  if (outcome !== "ok" || kind === "put") return undefined;
  return kind === "read" ? version : precondition;
}

/** Whether the result shows that the expected value was not current. */
export function isRefused({ operation }: RegisterOperation): boolean {
  return operation.operation === "cas" && operation.outcome === "conflict";
}

export function isWriteOf({ operation }: RegisterOperation): boolean {
  const { operation: kind, outcome } = operation;
  return kind !== "read" && (outcome === "ok" || outcome === "unknown");
}

export function endedBefore(left: RegisterOperation, right: RegisterOperation): boolean {
  return (left.operation.return ?? Infinity) < right.operation.invoke;
}
