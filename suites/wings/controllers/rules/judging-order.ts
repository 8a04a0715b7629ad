import { describeKey, keyOf } from "#contract";
import type { ControllerEvent, WriteEvent } from "./controller-event.ts";

/**
 * Sorts events for judging: each write precedes the first state with its version, regardless of which arrived first.
 * Other events keep their positions.
 */
export function inJudgingOrder(events: readonly ControllerEvent[]): readonly ControllerEvent[] {
  const makers = new Map<string, WriteEvent>();
  for (const event of events) {
    const made = event.event === "write" ? markOf(event) : undefined;
    if (event.event === "write" && made !== undefined && !makers.has(made)) makers.set(made, event);
  }
  const emitted = new Set<ControllerEvent>();
  return events.flatMap((event) => {
    if (emitted.has(event)) return [];
    const mark = event.event === "shown" ? markOf(event) : undefined;
    const maker = mark === undefined ? undefined : makers.get(mark);
    const first = maker === undefined || emitted.has(maker) ? [event] : [maker, event];
    for (const one of first) emitted.add(one);
    return first;
  });
}

function markOf(event: ControllerEvent): string | undefined {
  if (event.event === "shown") {
    return `${describeKey(keyOf(event.object))} ${event.object.metadata.resourceVersion}`;
  }
  if (event.event !== "write" || event.result.answer === "refused") return undefined;
  const { version } = event.result;
  return version === undefined ? undefined : `${describeKey(event.key)} ${version}`;
}
