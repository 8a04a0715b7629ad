import { floatAt, intAt } from "./columns.ts";
import { operationOutcomes, type History, type OperationColumns } from "./history.ts";
import { none } from "./object-history.ts";
import { orderOf } from "./order.ts";
import { role, roleTable } from "./roles.ts";

/** How many numbers are kept of each operation: row, role, precondition, version, uid, value. */
export const fieldsPerOperation = 6;

/**
 * The operations of a history, object after object and in the order of their invocation, so that
 * going through an object touches neighbouring memory only.
 */
export interface PackedObjects {
  /** The fields of all operations, and at which operation each object starts (last: the end). */
  readonly fields: Int32Array;
  readonly operationStarts: Int32Array;
  /**
   * The events of all objects in time order: twice the number of the operation in its object for its
   * invocation, plus one for its return. At equal times invocations come first, so that they overlap.
   */
  readonly events: Int32Array;
  readonly eventStarts: Int32Array;
}

/** Sorts the operations and their events by object and time. */
export function packObjects(history: History): PackedObjects {
  const { operations, texts } = history;
  const { times, codes } = eventsByRow(operations);
  const objects = texts.objects.length;
  const operationStarts = new Int32Array(objects + 1);
  const eventStarts = new Int32Array(objects + 1);
  for (const code of codes) {
    const next = intAt(operations.object, code >> 1) + 1;
    eventStarts[next] = intAt(eventStarts, next) + 1;
    if ((code & 1) === 0) operationStarts[next] = intAt(operationStarts, next) + 1;
  }
  for (let i = 1; i <= objects; i += 1) {
    eventStarts[i] = intAt(eventStarts, i) + intAt(eventStarts, i - 1);
    operationStarts[i] = intAt(operationStarts, i) + intAt(operationStarts, i - 1);
  }
  const packed = {
    fields: new Int32Array(fieldsPerOperation * operations.count),
    operationStarts,
    events: new Int32Array(codes.length),
    eventStarts,
  };
  fill(packed, operations, { order: orderOf(times), codes });
  return packed;
}

interface RowEvents {
  readonly order: Int32Array;
  readonly codes: Int32Array;
}

function fill(
  { fields, operationStarts, events, eventStarts }: PackedObjects,
  operations: OperationColumns,
  { order, codes }: RowEvents,
): void {
  const roles = roleTable();
  const nextOperation = operationStarts.slice();
  const nextEvent = eventStarts.slice();
  const numberOf = new Int32Array(operations.count);
  for (const event of order) {
    const code = intAt(codes, event);
    const row = code >> 1;
    const object = intAt(operations.object, row);
    if ((code & 1) === 0) {
      const place = intAt(nextOperation, object);
      nextOperation[object] = place + 1;
      numberOf[row] = place - intAt(operationStarts, object);
      const at = place * fieldsPerOperation;
      fields[at] = row;
      fields[at + 1] = roleOf(operations, row, roles);
      fields[at + 2] = intAt(operations.precondition, row);
      fields[at + 3] = intAt(operations.version, row);
      fields[at + 4] = intAt(operations.uid, row);
      fields[at + 5] = intAt(operations.value, row);
    }
    const place = intAt(nextEvent, object);
    nextEvent[object] = place + 1;
    events[place] = intAt(numberOf, row) * 2 + (code & 1);
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

/** All invocations, then all returns. */
function eventsByRow(operations: OperationColumns): {
  readonly times: Float64Array;
  readonly codes: Int32Array;
} {
  const { count, invoke, return: returned } = operations;
  const times = new Float64Array(2 * count);
  const codes = new Int32Array(2 * count);
  for (let row = 0; row < count; row += 1) {
    times[row] = floatAt(invoke, row);
    codes[row] = 2 * row;
  }
  let length = count;
  for (let row = 0; row < count; row += 1) {
    const time = floatAt(returned, row);
    if (time === Infinity) continue;
    times[length] = time;
    codes[length] = 2 * row + 1;
    length += 1;
  }
  return { times: times.subarray(0, length), codes: codes.subarray(0, length) };
}
