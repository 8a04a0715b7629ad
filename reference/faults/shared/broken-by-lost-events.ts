import type { RequirementId } from "#contract";

/** What may be found broken where a watch loses an event now and then; the most direct one first. */
export const brokenByLostEvents: readonly RequirementId[] = [
  "watch.no-gap",
  "watch.creation-is-added",
  "watch.one-event-per-write",
  "watch.watchers-agree",
  "watch.resumes-after-version",
  "watch.list-then-watch",
  "watch.resumes-from-bookmark",
  "watch.selector-filter",
  "watch.namespace-filter",
  "watch.selector-entry-is-added",
  "watch.selector-exit-is-deleted",
  "watch.deletion-is-deleted",
  "watch.bookmark-covers-earlier-events",
  "watch.initial-events-are-current-state",
  "kinds.served-once-defined",
  "kinds.objects-go-with-definition",
];
