import type { OperationKind } from "#checker";
import type { FoundRequest } from "../port/writer-finding.ts";

interface Settled {
  readonly version: string | undefined;
  readonly invoke: number;
}

/**
 * Splits the history of one incarnation into pieces that are judged one after the other. Versions order its states, so
 * contradictions are pairwise: either the operation with the lower version arrived after the other operation had
 * finished, or the operation with the higher version replaced a version below the lower one. If no pair across a cut is
 * contradictory, the history is legal if and only if both pieces are. Only two values of the earlier piece are kept.
 */
export class OperationWindow {
  #settled: Settled | undefined;

  mayContradict(operation: LoggedOperation): boolean {
    if (this.#settled === undefined) return false;
    const { version, invoke } = this.#settled;
    if (operation.kind === "create" || version === undefined) return true;
    if (operation.request.return < invoke) return true;
    if (operation.version === undefined) return false;
    const { precondition = operation.version } = operation;
    return [operation.version, precondition].some((one) => compareVersions(one, version) < 0);
  }

  /**
   * Splits off operations that no remaining operation can contradict. Keeps at least `least` operations, because later
   * operations may belong between them. Returns the operations to judge and the remaining operations.
   */
  cut(
    operations: readonly LoggedOperation[],
    least: number,
  ): readonly [judged: readonly LoggedOperation[], rest: readonly LoggedOperation[]] {
    const sorted = operations.toSorted(byVersion);
    const count = lastCut(sorted, sorted.length - least);
    if (count === 0) return [[], operations];
    const judged = sorted.slice(0, count);
    const invoke = latest(judged, this.#settled?.invoke ?? -Infinity);
    this.#settled = { version: judged.at(-1)?.version, invoke };
    return [judged, sorted.slice(count)];
  }
}

/** Compares two decimal versions without leading zeros, of any length. */
function compareVersions(left: string, right: string): number {
  if (left.length !== right.length) return left.length - right.length;
  return left < right ? -1 : Number(left > right);
}

/** Sorts by version, with delete operations last. */
function byVersion(left: LoggedOperation, right: LoggedOperation): number {
  if (left.version === undefined || right.version === undefined) {
    return Number(left.version === undefined) - Number(right.version === undefined);
  }
  return compareVersions(left.version, right.version);
}

/**
 * Returns the largest number of operations, at most `most`, that can be judged separately from all later ones, or 0 if
 * there is none.
 */
function lastCut(sorted: readonly LoggedOperation[], most: number): number {
  const latestUpTo = new Float64Array(sorted.length + 1).fill(-Infinity);
  for (const [i, { request }] of sorted.entries()) {
    latestUpTo[i + 1] = Math.max(latestUpTo[i] ?? -Infinity, request.invoke);
  }
  let ended = Infinity;
  let replaced: string | undefined;
  for (let count = sorted.length; count > 0; count -= 1) {
    const last = sorted[count - 1];
    if (last === undefined) return 0;
    const isTimely = (latestUpTo[count] ?? -Infinity) <= ended;
    const isAll = count === sorted.length;
    if (count <= most && isTimely && (isAll || isBelow(last, replaced))) return count;
    if (last.kind === "create") return 0;
    ended = Math.min(ended, last.request.return);
    replaced = lower(last.precondition, replaced);
  }
  return 0;
}

/** Whether the version of an operation is at most the lowest version that was replaced after the operation. */
function isBelow({ version }: LoggedOperation, replaced: string | undefined): boolean {
  if (version === undefined) return false;
  return replaced === undefined || compareVersions(replaced, version) >= 0;
}

function latest(operations: readonly LoggedOperation[], least: number): number {
  return operations.reduce((most, { request }) => Math.max(most, request.invoke), least);
}

function lower(left: string | undefined, right: string | undefined): string | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return compareVersions(left, right) <= 0 ? left : right;
}

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
