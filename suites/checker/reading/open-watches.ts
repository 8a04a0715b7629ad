import { intAt } from "../history/columns.ts";
import { watchEventTypes, type History } from "../history/history.ts";
import { HistoryError } from "./history-error.ts";
import { orderOf } from "../history/order.ts";

/**
 * Rejects a history with an event on a watch that is not open.
 *
 * @throws HistoryError with the line of the first such event.
 */
export function refuseEventsOfClosedWatches(history: History): void {
  const { watches, texts } = history;
  const isOpen = new Uint8Array(texts.watches.length);
  const wasOpen = new Uint8Array(texts.watches.length);
  for (const row of orderOf(watches.time)) {
    const watch = intAt(watches.watch, row);
    const type = watchEventTypes[intAt(watches.event, row)];
    if (type === "open") wasOpen[watch] = 1;
    else if (isOpen[watch] === 0) {
      const why = wasOpen[watch] === 0 ? "was never opened" : "had ended";
      const problem = `${type} on the watch ${texts.watches[watch]}, which ${why}`;
      throw new HistoryError(intAt(watches.line, row), problem);
    }
    isOpen[watch] = type === "close" || type === "expired" ? 0 : 1;
  }
}
