import { floatAt, intAt } from "../columns.ts";
import type { History, WatchColumns } from "../history.ts";
import { orderOf } from "../order.ts";

/**
 * The history with its lines about watches in the order of their times; the same one where they are
 * written in that order, as recorders do.
 */
export function watchesInTime(history: History): History {
  const { watches } = history;
  if (isAscending(watches.time)) return history;
  const order = orderOf(watches.time);
  const ordered = (column: Int32Array): Int32Array => order.map((row) => intAt(column, row));
  const columns: WatchColumns = {
    count: watches.count,
    watch: ordered(watches.watch),
    event: ordered(watches.event),
    time: Float64Array.from(order, (row) => floatAt(watches.time, row)),
    object: ordered(watches.object),
    namespace: ordered(watches.namespace),
    version: ordered(watches.version),
    uid: ordered(watches.uid),
    value: ordered(watches.value),
    line: ordered(watches.line),
  };
  return { ...history, watches: columns };
}

function isAscending(column: Float64Array): boolean {
  for (let row = 1; row < column.length; row += 1) {
    if (floatAt(column, row) < floatAt(column, row - 1)) return false;
  }
  return true;
}
