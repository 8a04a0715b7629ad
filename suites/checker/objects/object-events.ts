import { floatAt, intAt } from "../history/columns.ts";
import { operationOutcomes, type History, type OperationColumns } from "../history/history.ts";
import { none } from "./object-history.ts";
import { orderOf, startsOf } from "../history/order.ts";
import { role, roleTable } from "./roles.ts";

export const fieldsPerOperation = 6;

/** The operations of a history, grouped by object for memory locality, and in row order within an object. */
export interface PackedObjects {
  readonly fields: Int32Array;
  readonly invoke: Float64Array;
  readonly return: Float64Array;
  /** The first operation of each object, followed by the end of the last object. */
  readonly starts: Int32Array;
}

export function packObjects({ operations, texts }: History): PackedObjects {
  const { count } = operations;
  const packed = {
    fields: new Int32Array(fieldsPerOperation * count),
    invoke: new Float64Array(count),
    return: new Float64Array(count),
    starts: startsOf(operations.object, texts.objects.length),
  };
  fill(packed, operations);
  return packed;
}

function fill(
  { fields, invoke, return: returned, starts }: PackedObjects,
  operations: OperationColumns,
): void {
  const roles = roleTable();
  const next = starts.slice();
  for (let row = 0; row < operations.count; row += 1) {
    const object = intAt(operations.object, row);
    const place = intAt(next, object);
    next[object] = place + 1;
    invoke[place] = floatAt(operations.invoke, row);
    returned[place] = floatAt(operations.return, row);
    const at = place * fieldsPerOperation;
    fields[at] = row;
    fields[at + 1] = roleOf(operations, row, roles);
    fields[at + 2] = intAt(operations.precondition, row);
    fields[at + 3] = intAt(operations.version, row);
    fields[at + 4] = intAt(operations.uid, row);
    fields[at + 5] = intAt(operations.value, row);
  }
}

/** A conditional write that returns its expected version had no effect. */
function roleOf(operations: OperationColumns, row: number, roles: Int32Array): number {
  const key = intAt(operations.kind, row) * operationOutcomes.length;
  const of = intAt(roles, key + intAt(operations.outcome, row));
  const precondition = intAt(operations.precondition, row);
  if (of === role.cas && precondition === intAt(operations.version, row)) return role.pinned;
  if (of !== role.deleteConflict) return of;
  return precondition === none && intAt(operations.uid, row) === none ? role.present : of;
}

/** Start and finish of each operation of one object. The finish is infinity for an unknown outcome. */
export interface Times {
  readonly invoke: Float64Array;
  readonly return: Float64Array;
}

export interface TimeOrder {
  readonly operations: Int32Array;
  readonly eventCount: number;
}

/**
 * Sorts operations by invocation. Writes their events into a column in time order: an invocation as twice the
 * operation's number, a return as that plus one. At equal times, invocations precede returns, so the operations
 * overlap.
 */
export function orderInTime({ invoke, return: returned }: Times, events: Int32Array): TimeOrder {
  const operations = orderOf(invoke);
  const ends = endsOf(returned, operations);
  const byReturn = orderOf(ends.times);
  let eventCount = 0;
  let ended = 0;
  for (let number = 0; number < operations.length; number += 1) {
    const time = floatAt(invoke, intAt(operations, number));
    for (; ended < byReturn.length; ended += 1) {
      const end = intAt(byReturn, ended);
      if (floatAt(ends.times, end) >= time) break;
      events[eventCount] = 2 * intAt(ends.numbers, end) + 1;
      eventCount += 1;
    }
    events[eventCount] = 2 * number;
    eventCount += 1;
  }
  for (; ended < byReturn.length; ended += 1) {
    events[eventCount] = 2 * intAt(ends.numbers, intAt(byReturn, ended)) + 1;
    eventCount += 1;
  }
  return { operations, eventCount };
}

function endsOf(
  returned: Float64Array,
  operations: Int32Array,
): { readonly numbers: Int32Array; readonly times: Float64Array } {
  const numberOf = new Int32Array(operations.length);
  for (let number = 0; number < operations.length; number += 1) {
    numberOf[intAt(operations, number)] = number;
  }
  const times = new Float64Array(returned.length);
  let count = 0;
  for (let place = 0; place < returned.length; place += 1) {
    const time = floatAt(returned, place);
    if (time === Infinity) continue;
    times[count] = time;
    // Entries before this position are no longer needed and can be overwritten.
    numberOf[count] = intAt(numberOf, place);
    count += 1;
  }
  return { numbers: numberOf.subarray(0, count), times: times.subarray(0, count) };
}
