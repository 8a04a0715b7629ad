import { intAt } from "../history/columns.ts";
import { initially, none, rowOf, type ObjectHistory } from "./object-history.ts";
import type { CitedLine } from "../history/cited-line.ts";
import { isUnknown, role } from "./roles.ts";

export function citeInitial(view: ObjectHistory): readonly CitedLine[] {
  return view.initialRow === none ? [] : [{ table: "initials", row: view.initialRow }];
}

/** Cites the lines that prove that operations without a response took effect. */
export function citeEffects(view: ObjectHistory, ops: readonly number[]): readonly CitedLine[] {
  return ops.flatMap((op) => {
    const isSeen = op >= 0 && isUnknown(intAt(view.role, op)) && intAt(view.after, op) !== none;
    return isSeen ? citeUse(view, intAt(view.after, op), op) : [];
  });
}

/**
 * Cites the lines that attribute versions to the writes without a response. These writes cannot have created other
 * versions.
 */
export function citeAttributed(view: ObjectHistory): readonly CitedLine[] {
  const taken: number[] = [];
  for (let op = 0; op < view.count; op += 1) if (isUnknown(intAt(view.role, op))) taken.push(op);
  return citeEffects(view, taken);
}

/** Cites a line that shows a version: its write, the initial state, or another operation that uses it. */
export function citeVersion(view: ObjectHistory, node: number): readonly CitedLine[] {
  const maker = intAt(view.maker, node);
  if (maker === initially) return citeInitial(view);
  if (maker === none) return citeUse(view, node, none);
  return isUnknown(intAt(view.role, maker)) ? citeUse(view, node, maker) : cite(view, maker);
}

export function citeUid(view: ObjectHistory, node: number): readonly CitedLine[] {
  const maker = intAt(view.maker, node);
  if (maker === initially && intAt(view.history.initials.uid, view.initialRow) !== none) {
    return citeInitial(view);
  }
  for (let op = 0; op < view.count; op += 1) {
    const isShown = intAt(view.after, op) === node && !isUnknown(intAt(view.role, op));
    if (isShown && intAt(view.uid, op) === intAt(view.nodeUid, node)) return cite(view, op);
  }
  return [];
}

export function citeContent(view: ObjectHistory, node: number): readonly CitedLine[] {
  for (let op = 0; op < view.count; op += 1) {
    const isShown = intAt(view.after, op) === node && !isUnknown(intAt(view.role, op));
    if (isShown && intAt(view.value, op) === intAt(view.nodeValue, node)) return cite(view, op);
  }
  return [];
}

/** Cites an operation that returned a version, or that succeeded with it as a precondition. */
function citeUse(view: ObjectHistory, node: number, except: number): readonly CitedLine[] {
  for (let op = 0; op < view.count; op += 1) {
    const of = intAt(view.role, op);
    if (op === except || isUnknown(of)) continue;
    if (of === role.pinned && intAt(view.after, op) === node) return cite(view, op);
    const isNamed = of === role.cas || of === role.delete;
    if (isNamed && intAt(view.before, op) === node) return cite(view, op);
  }
  return [];
}

function cite(view: ObjectHistory, op: number): readonly CitedLine[] {
  return [{ table: "operations", row: rowOf(view, op) }];
}
