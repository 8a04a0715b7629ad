import type { InitialLine, OperationLine, VersionOrder } from "../history/history.ts";
import { effectsOf, type OracleState } from "./oracle-effects.ts";

/** A history of one object, small enough that every order can be tried. */
export interface SmallHistory {
  readonly versions: VersionOrder;
  readonly initial?: InitialLine;
  readonly operations: readonly OperationLine[];
}

/**
 * Whether any order of the operations is legal. Tries all of them (Wing and Gong). Shares no code with the checker
 * except the types of lines.
 */
export function isLegalByTrial(history: SmallHistory): boolean {
  const operations = history.operations.filter(
    ({ operation, outcome }) =>
      outcome !== "failed" && !(operation === "read" && outcome === "unknown"),
  );
  const { initial } = history;
  const start: OracleState = {
    isComparable: history.versions === "comparable",
    object:
      initial === undefined
        ? undefined
        : {
            version: { is: initial.version, not: [] },
            uid: { is: initial.uid, not: [] },
            value: initial.value,
          },
    usedVersions: initial === undefined ? [] : [initial.version],
    usedUids: initial?.uid === undefined ? [] : [initial.uid],
  };
  return tryAll({ operations, visited: new Set() }, 0, start);
}

interface Trial {
  readonly operations: readonly OperationLine[];
  readonly visited: Set<string>;
}

function tryAll(trial: Trial, done: number, state: OracleState): boolean {
  const { operations, visited } = trial;
  const open = operations.filter((_, i) => (done & (1 << i)) === 0);
  if (open.every(({ outcome }) => outcome === "unknown")) return true;
  const key = JSON.stringify([done, state]);
  if (visited.has(key)) return false;
  visited.add(key);
  const firstReturn = Math.min(...open.map((operation) => operation.return ?? Infinity));
  return operations.some((operation, i) => {
    if ((done & (1 << i)) !== 0 || operation.invoke > firstReturn) return false;
    return effectsOf(operation, state).some((next) => tryAll(trial, done | (1 << i), next));
  });
}
