import { floatAt, intAt } from "../history/columns.ts";
import { operationOutcomes, type History, type OperationColumns } from "../history/history.ts";
import { none } from "./object-history.ts";
import { orderOf, startsOf } from "../history/order.ts";
import { role, roleTable } from "./roles.ts";

/** How many numbers are kept of each operation: row, role, precondition, version, uid, value. */
export const fieldsPerOperation = 6;

/**
 * The operations of a history, object after object and in the order of their rows within an object, so
 * that going through an object touches neighbouring memory only.
 */
export interface PackedObjects {
  readonly fields: Int32Array;
  readonly invoke: Float64Array;
  readonly return: Float64Array;
  /** At which operation each object starts, and, last, where all end. */
  readonly starts: Int32Array;
}

/** Brings the operations of each object together. */
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

/** A conditional write that answers with the version that it replaced has changed nothing. */
function roleOf(operations: OperationColumns, row: number, roles: Int32Array): number {
  const key = intAt(operations.kind, row) * operationOutcomes.length;
  const of = intAt(roles, key + intAt(operations.outcome, row));
  const precondition = intAt(operations.precondition, row);
  if (of === role.cas && precondition === intAt(operations.version, row)) return role.pinned;
  if (of !== role.deleteConflict) return of;
  return precondition === none && intAt(operations.uid, row) === none ? role.present : of;
}

/** When the operations of one object start and end; those of unknown outcome end at infinity. */
export interface Times {
  readonly invoke: Float64Array;
  readonly return: Float64Array;
}

/** The operations of one object in time. */
export interface TimeOrder {
  /** The operations in the order of their invocation. Their places here are their numbers. */
  readonly operations: Int32Array;
  /** How many events there are. */
  readonly eventCount: number;
}

/**
 * Orders operations by their invocation, and writes their events in time order into a column: twice
 * the number of the operation for its invocation, plus one for its return. At equal times invocations
 * come first, so that they overlap.
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

/** Numbers and times of the operations that returned, in the order in which they were recorded. */
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
    // No number is needed again once its place has been passed.
    numberOf[count] = intAt(numberOf, place);
    count += 1;
  }
  return { numbers: numberOf.subarray(0, count), times: times.subarray(0, count) };
}
