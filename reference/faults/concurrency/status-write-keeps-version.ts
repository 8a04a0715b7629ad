import { defineFault } from "../../store/fault.ts";

/** The status lives in a table of its own, and its writes leave the object's version alone. */
export const statusWriteKeepsVersion = defineFault({
  name: "status-write-keeps-version",
  summary: "A status write takes no new version.",
  breaks: [
    "concurrency.version-changes-with-content",
    "concurrency.stale-status-write-conflicts",
    "concurrency.stale-spec-write-conflicts",
    "concurrency.spec-and-status-share-the-version",
    "concurrency.one-winner",
    "concurrency.no-lost-increment",
    "concurrency.versions-advance",
    "watch.one-event-per-write",
    "watch.event-carries-stored-object",
    "watch.creation-is-added",
    "watch.unique",
    "watch.collection-in-commit-order",
    "watch.list-then-watch",
    "watch.resumes-after-version",
    "watch.resumes-from-bookmark",
    "watch.initial-events-are-current-state",
    "concurrency.stale-merge-patch-conflicts",
    "concurrency.stale-json-patch-conflicts",
    "concurrency.stale-apply-conflicts",
    "readiness.same-for-every-reader",
    "readiness.observed-generation-is-an-integer",
    "allocation.decision-is-guarded",
  ],
  change: (rules) => ({
    nextVersion: (newest, change) =>
      change.request.verb === "updateStatus"
        ? Number(change.before?.metadata.resourceVersion ?? newest)
        : rules.nextVersion(newest, change),
  }),
});
