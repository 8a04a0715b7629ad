import { intAt } from "../history/columns.ts";
import type { CountFact } from "../history/facts.ts";
import { operationKinds, operationOutcomes, type History } from "../history/history.ts";
import type { Scan } from "../history/contradictions.ts";
import { none, type ObjectHistory } from "./object-history.ts";

/**
 * Counts the lines of an object that show where a version or a uid comes from: accepted writes or create operations,
 * and the initial state.
 */
export function givingFact(view: ObjectHistory, scan: Scan): CountFact {
  const { history, object } = view;
  const wanted =
    scan.of === "version"
      ? { version: intAt(view.version, scan.node), uid: none }
      : { version: none, uid: intAt(view.uids, scan.uid) };
  return countGiving(history, { object, ...wanted });
}

/** The version whose lines are counted. If it is `none`, the uid. */
export interface Given {
  readonly object: number;
  readonly version: number;
  readonly uid: number;
}

export function countGiving(history: History, given: Given): CountFact {
  const { operations, initials, texts } = history;
  const { object, version, uid } = given;
  let count = 0;
  for (let row = 0; row < initials.count; row += 1) {
    if (intAt(initials.object, row) !== object) continue;
    if (uid === none ? intAt(initials.version, row) === version : intAt(initials.uid, row) === uid)
      count += 1;
  }
  for (let row = 0; row < operations.count; row += 1) {
    if (intAt(operations.object, row) === object && isGiving(history, row, given)) count += 1;
  }
  return {
    fact: "count",
    of: "giving",
    object: texts.objects[object] ?? "",
    ...(uid === none ? { version: texts.versions[version] ?? "" } : { uid: texts.uids[uid] ?? "" }),
    count,
  };
}

function isGiving({ operations }: History, row: number, { version, uid }: Given): boolean {
  const kind = operationKinds[intAt(operations.kind, row)];
  if (operationOutcomes[intAt(operations.outcome, row)] !== "ok") return false;
  if (uid !== none) return kind === "create" && intAt(operations.uid, row) === uid;
  const isWrite = kind === "create" || kind === "put" || kind === "cas";
  const isUnchanged = intAt(operations.precondition, row) === version;
  return isWrite && !isUnchanged && intAt(operations.version, row) === version;
}
