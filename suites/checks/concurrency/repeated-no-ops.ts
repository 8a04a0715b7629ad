import { isAccepted } from "#harness";
import type { SeenEvent, SettledEvents, Step } from "#harness";

/** A write that changes nothing, and all events for the object once those of the write have arrived. */
interface RepeatedNoOp {
  readonly step: Step;
  readonly events: readonly SeenEvent[];
}

/** Repeated writes that change nothing, after a period without a write. */
export interface RepeatedNoOps {
  /** All events for the object after a period without a write. */
  readonly idle: readonly SeenEvent[];
  readonly writes: readonly RepeatedNoOp[];
}

const repetitions = 3;

interface Means {
  readonly write: () => Promise<Step>;
  readonly settle: () => Promise<SettledEvents>;
}

/**
 * Repeats a write that changes nothing if the watch has repeated an event. An endpoint that repeats events at any time
 * does not repeat exactly one after each of these writes, and none without a write.
 */
export async function repeatNoOps(
  { events, reached }: SettledEvents,
  { write, settle }: Means,
): Promise<RepeatedNoOps | undefined> {
  if (!reached || versionsOf(events).size === events.length) return undefined;
  const { events: idle } = await settle();
  const writes: RepeatedNoOp[] = [];
  while (writes.length < repetitions) {
    const step = await write();
    const settled = await settle();
    if (!settled.reached || !isAccepted(step)) return undefined;
    writes.push({ step, events: settled.events });
  }
  return { idle, writes };
}

/** Whether each of the repeated writes caused an event. */
export function areAnnounced(
  before: readonly SeenEvent[],
  { idle, writes }: RepeatedNoOps,
): boolean {
  return (
    idle.length === before.length &&
    writes.every(({ events }, index) => events.length === idle.length + index + 1)
  );
}

function versionsOf(events: readonly SeenEvent[]): ReadonlySet<string> {
  return new Set(events.map(({ type, resourceVersion }) => `${type} ${resourceVersion}`));
}
