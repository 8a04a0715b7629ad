import { describeKey, keyOf } from "#contract";
import type { ControllerEvent, WriteEvent } from "./controller-event.ts";

/**
 * Returns whether the endpoint rejected a write because the controller has no permission for it. Only the owner of the
 * endpoint can change that. A rejection by a driver does not count, because a later write is accepted.
 */
export function isDenied({ by, result }: WriteEvent): boolean {
  return (
    by === "controller" &&
    result.answer === "refused" &&
    result.isByEndpoint === true &&
    (result.reason === "forbidden" || result.reason === "unauthenticated")
  );
}

/**
 * Returns the denied writes that may explain why the controller has not made a write of a side, keyed by object: those
 * that no other write of that side followed. A controller may not report before another write has succeeded, such as
 * one that adds its finalizer. A denied write that follows a report on the current generation does not prevent it.
 */
export function deniedBefore(
  side: WriteEvent["side"],
  events: readonly ControllerEvent[],
): ReadonlyMap<string, WriteEvent> {
  const denied = new Map<string, WriteEvent>();
  const generations = new Map<string, number | undefined>();
  const reported = new Set<string>();
  for (const event of events) {
    if (event.event === "shown") {
      const { generation } = event.object.metadata;
      const name = describeKey(keyOf(event.object));
      if (generations.get(name) !== generation) reported.delete(name);
      generations.set(name, generation);
    }
    if (event.event !== "write") continue;
    const name = describeKey(event.key);
    if (event.by !== "controller") {
      if (generations.get(name) === undefined) reported.delete(name);
      continue;
    }
    if (event.side === side) {
      denied.delete(name);
      if (side === "status" && event.result.answer === "stored") reported.add(name);
    }
    if (isDenied(event) && (event.side === side || !reported.has(name))) denied.set(name, event);
  }
  return denied;
}
