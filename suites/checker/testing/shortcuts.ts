import type { OperationLine } from "../history/history.ts";
import type { SmallHistory } from "./oracle.ts";
import { judge } from "./small-history.ts";

export interface Shortcut {
  readonly name: string;
  readonly isFalsePositive: boolean;
  readonly misses: boolean;
  readonly isLegal: (history: SmallHistory) => boolean;
}

/** Ten plausible shortcuts. The tests must distinguish each from the real checker. */
export const shortcuts: readonly Shortcut[] = [
  {
    name: "conflicts are ignored",
    isFalsePositive: false,
    misses: true,
    isLegal: (history) => isLegal(keeping(history, (line) => line.outcome !== "conflict")),
  },
  {
    name: "each conflict is judged alone",
    isFalsePositive: false,
    misses: true,
    isLegal: (history) =>
      conflictsOf(history).every((conflict) =>
        isLegal(keeping(history, (line) => line === conflict || line.outcome !== "conflict")),
      ),
  },
  {
    name: "a conflict is compared with the acknowledged version",
    isFalsePositive: true,
    misses: true,
    isLegal: (history) =>
      isLegal(keeping(history, (line) => line.outcome !== "conflict")) &&
      conflictsOf(history).every((conflict) => !namesAcknowledged(history, conflict)),
  },
  {
    name: "unknown means failed",
    isFalsePositive: true,
    misses: false,
    isLegal: (history) => isLegal(keeping(history, (line) => line.outcome !== "unknown")),
  },
  {
    name: "an unknown write must be seen",
    isFalsePositive: true,
    misses: false,
    isLegal: (history) =>
      isLegal(history) &&
      history.operations.every((line) => line.outcome !== "unknown" || isSeen(history, line)),
  },
  {
    name: "an unseen write never explains a conflict",
    isFalsePositive: true,
    misses: false,
    isLegal: (history) =>
      isLegal(keeping(history, (line) => line.outcome !== "unknown" || isSeen(history, line))),
  },
  {
    name: "a write that changes nothing replaces its version",
    isFalsePositive: true,
    misses: false,
    isLegal: (history) => isLegal(history) && !history.operations.some(isReplaced(history)),
  },
  {
    name: "equal times are ordered",
    isFalsePositive: true,
    misses: false,
    isLegal: (history) => isLegal(withLines(history, ordered)),
  },
  {
    name: "a write takes effect at its response",
    isFalsePositive: true,
    misses: false,
    isLegal: (history) => isLegal(withLines(history, atResponse)),
  },
  {
    name: "only each client's own order counts",
    isFalsePositive: false,
    misses: true,
    isLegal: (history) =>
      [...new Set(history.operations.map((line) => line.client))].every((client) =>
        isLegal(asSeenBy(history, client)),
      ),
  },
];

function isLegal(history: SmallHistory): boolean {
  return judge(history).verdict !== "illegal";
}

function keeping(history: SmallHistory, isKept: (line: OperationLine) => boolean): SmallHistory {
  return { ...history, operations: history.operations.filter(isKept) };
}

function withLines(
  history: SmallHistory,
  change: (line: OperationLine) => OperationLine,
): SmallHistory {
  return { ...history, operations: history.operations.map(change) };
}

function conflictsOf(history: SmallHistory): readonly OperationLine[] {
  return history.operations.filter((line) => line.outcome === "conflict");
}

/** Whether the version in a conflict was the last acknowledged one during the whole operation. */
function namesAcknowledged(history: SmallHistory, conflict: OperationLine): boolean {
  const { invoke, return: end = Infinity, precondition } = conflict;
  const acknowledged = history.operations
    .filter((line) => isWrite(line) && (line.return ?? Infinity) <= end)
    .toSorted((left, right) => (left.return ?? 0) - (right.return ?? 0));
  const isSettled = acknowledged.every((line) => (line.return ?? 0) < invoke);
  const last = acknowledged.at(-1);
  const current = last === undefined ? history.initial?.version : last.version;
  return isSettled && current !== undefined && current === precondition;
}

function isWrite(line: OperationLine): boolean {
  return line.outcome === "ok" && line.operation !== "read" && line.version !== line.precondition;
}

function isSeen(history: SmallHistory, written: OperationLine): boolean {
  return history.operations.some(
    (line) => line.operation === "read" && line.outcome === "ok" && line.value === written.value,
  );
}

function isReplaced(history: SmallHistory): (line: OperationLine) => boolean {
  return (idle) =>
    idle.outcome === "ok" &&
    idle.operation === "cas" &&
    idle.version === idle.precondition &&
    history.operations.some(
      (line) =>
        line !== idle &&
        line.outcome === "ok" &&
        line.operation === "cas" &&
        line.precondition === idle.precondition,
    );
}

/** Separates equal times, so that an operation that finishes precedes one that starts. */
function ordered(line: OperationLine): OperationLine {
  const invoke = line.invoke * 4 + 1;
  return line.return === undefined
    ? { ...line, invoke }
    : { ...line, invoke, return: Math.max(invoke, line.return * 4) };
}

function atResponse(line: OperationLine): OperationLine {
  const isEffect = line.outcome === "ok" && line.operation !== "read";
  return isEffect && line.return !== undefined ? { ...line, invoke: line.return } : line;
}

/** Returns the history as one client knows it: its own operations, and writes by other clients at any time. */
function asSeenBy(history: SmallHistory, client: string): SmallHistory {
  const end = Math.max(...history.operations.map((line) => line.return ?? line.invoke));
  const own = keeping(history, (line) => line.client === client || isEffective(line));
  return withLines(own, (line) => {
    if (line.client === client || line.return === undefined) return line;
    return { ...line, invoke: 0, return: end };
  });
}

function isEffective(line: OperationLine): boolean {
  return line.operation !== "read" && (line.outcome === "ok" || line.outcome === "unknown");
}
