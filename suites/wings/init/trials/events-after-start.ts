import type { WatchEvent } from "#contract";
import type { WatchFindings } from "./probe-watch.ts";

/**
 * Omits the objects with which a watch starts. Their order is not that of their versions, so that a watch from the
 * version of one of them starts with other events.
 */
export function eventsAfterStart({
  beginsWithAll,
  seen: { events },
}: Pick<WatchFindings, "beginsWithAll" | "seen">): readonly WatchEvent[] {
  const name = nameOf(events.at(-1));
  return beginsWithAll ? events.slice(events.findIndex((event) => nameOf(event) === name)) : events;
}

function nameOf(event: WatchEvent | undefined): string | undefined {
  return event?.object?.metadata.name ?? event?.key?.name;
}
