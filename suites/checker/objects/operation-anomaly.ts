import type { OperationAnomalyType } from "../history/anomaly.ts";
import { floatAt, intAt } from "../history/columns.ts";
import { operationKinds, type OperationKind } from "../history/history.ts";
import type { Model } from "./model.ts";
import { none, rowOf, type ObjectHistory } from "./object-history.ts";
import { isWrite, role } from "./roles.ts";

/**
 * Classifies the anomaly in a minimal counterexample, assuming that the given operation is the wrong one. Depends on
 * the kind of the operation, and on whether the others finished before it started or started after it finished.
 */
export function anomalyOf(
  model: Model,
  op: number,
  others: readonly number[],
): OperationAnomalyType {
  const { view } = model;
  const of = intAt(view.role, op);
  switch (of) {
    case role.absent:
      return "spurious-not-found";
    case role.present:
      return kindOf(view, op) === "create" ? "spurious-exists" : "spurious-conflict";
    case role.conflict:
    case role.deleteConflict:
      return "spurious-conflict";
  }
  const earlier = others.filter((other) => endsBefore(view, other, op));
  const later = others.filter((other) => endsBefore(view, op, other));
  if (of === role.pinned) return anomalyOfObservation(view, op, { earlier, later });
  return anomalyOfWrite(model, op, { earlier, later });
}

interface Around {
  readonly earlier: readonly number[];
  readonly later: readonly number[];
}

function anomalyOfObservation(
  view: ObjectHistory,
  op: number,
  { earlier, later }: Around,
): OperationAnomalyType {
  if (later.length > 0 && (earlier.length === 0 || later.some((other) => makes(view, other, op)))) {
    return "future-read";
  }
  if (kindOf(view, op) !== "read") return "lost-update";
  if (earlier.some((other) => showsAbsence(view, other))) return "read-after-delete";
  const own = earlier.filter((other) => clientOf(view, other) === clientOf(view, op));
  if (own.some((other) => isWrite(intAt(view.role, other)))) return "read-your-writes";
  if (own.some((other) => kindOf(view, other) === "read")) return "non-monotonic-read";
  return "stale-read";
}

function anomalyOfWrite(
  { view }: Model,
  op: number,
  { earlier, later }: Around,
): OperationAnomalyType {
  const before = intAt(view.before, op);
  const isEarly = later.some((other) => before !== none && intAt(view.after, other) === before);
  if (isEarly && later.some((other) => intAt(view.maker, before) === other)) return "future-read";
  if (earlier.some((other) => uses(view, other, intAt(view.after, op)))) return "future-read";
  const of = intAt(view.role, op);
  if (of === role.create || of === role.unknownCreate) return "create-over-existing";
  if (earlier.length === 0 && later.length > 0) return "dropped-write";
  if (of === role.delete || of === role.unknownDelete) {
    return earlier.some((other) => showsAbsence(view, other)) ? "double-delete" : "lost-update";
  }
  if (earlier.some((other) => showsAbsence(view, other))) return "write-after-delete";
  const isConditional = before !== none;
  if (isConditional) return "lost-update";
  // Without a precondition or comparable versions, only later observations can contradict the operation.
  return view.ranks === undefined ? "future-read" : "non-monotonic-version";
}

function uses(view: ObjectHistory, op: number, node: number): boolean {
  if (node === none || intAt(view.before, op) === node) return node !== none;
  return intAt(view.role, op) === role.pinned && intAt(view.after, op) === node;
}

function makes(view: ObjectHistory, writer: number, reader: number): boolean {
  return intAt(view.maker, intAt(view.after, reader)) === writer;
}

function showsAbsence(view: ObjectHistory, op: number): boolean {
  const of = intAt(view.role, op);
  return of === role.absent || of === role.delete;
}

function endsBefore(view: ObjectHistory, left: number, right: number): boolean {
  const { operations } = view.history;
  const returned = floatAt(operations.return, rowOf(view, left));
  return returned < floatAt(operations.invoke, rowOf(view, right));
}

function kindOf(view: ObjectHistory, op: number): OperationKind | undefined {
  return operationKinds[intAt(view.history.operations.kind, rowOf(view, op))];
}

function clientOf(view: ObjectHistory, op: number): number {
  return intAt(view.history.operations.client, rowOf(view, op));
}
