import { keyOf } from "#contract";
import type { SeenEvent } from "../judging/recorded-step.ts";

/**
 * Orders the events of a watch that consists of several subscriptions. Their deliveries have no common order, so a
 * DELETED event may arrive before the last states of its object, although the delete took place after them. A DELETED
 * event without a version of its own has the version of the last state, and is placed after it.
 */
export function inLifeOrder(events: readonly SeenEvent[]): readonly SeenEvent[] {
  const ordered: SeenEvent[] = [...events];
  for (const deletion of events) {
    if (deletion.type !== "DELETED" || deletion.isUnversioned !== true) continue;
    const from = ordered.indexOf(deletion);
    const last = ordered.findLastIndex(
      (event, index) =>
        index > from &&
        event.resourceVersion === deletion.resourceVersion &&
        isSameObject(event, deletion),
    );
    if (last < 0) continue;
    ordered.splice(from, 1);
    ordered.splice(last, 0, deletion);
  }
  return ordered;
}

function isSameObject(one: SeenEvent, other: SeenEvent): boolean {
  return nameOf(one) === nameOf(other);
}

function nameOf({ object, key }: SeenEvent): string {
  const named = object === undefined ? key : keyOf(object);
  return JSON.stringify([named?.namespace ?? "", named?.name ?? ""]);
}
