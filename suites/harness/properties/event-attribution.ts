import type { RequirementId } from "#contract";
import type { EventDifference } from "#model";

/**
 * The commands without an effect in a sequence: rejected writes, dry runs, and writes that change nothing. Each of them
 * may have caused an unexpected event.
 */
export interface WithoutEffect {
  readonly refused: boolean;
  readonly tried: boolean;
  readonly unchanged: boolean;
}

export function brokenByEvents(difference: EventDifference, without: WithoutEffect): RequirementId {
  const { about, change } = difference;
  switch (about) {
    case "missing":
      return change?.type === "DELETED" ? "watch.deletion-is-deleted" : "watch.one-event-per-write";
    case "wrong type":
      if (change?.type === "ADDED") return "watch.creation-is-added";
      return change?.type === "DELETED" ? "watch.deletion-is-deleted" : "watch.one-event-per-write";
    case "repeated":
      return "watch.unique";
    case "out of order":
      return "watch.ordered";
    case "wrong version":
    case "wrong object":
      return "watch.event-carries-stored-object";
    case "unfounded":
      return sourceOf(without);
  }
}

/** Attributes an event without a change to a command without an effect. Returns the violated requirement. */
function sourceOf({ refused, tried, unchanged }: WithoutEffect): RequirementId {
  if (tried) return "watch.nothing-for-dry-run";
  if (unchanged) return "watch.nothing-for-no-op";
  return refused ? "watch.nothing-for-refused" : "watch.one-event-per-write";
}
