import { operationAnomalies, watchAnomalies } from "#checker";
import type { AnomalyType, OperationAnomalyType, WatchAnomalyType } from "#checker";
import type { RequirementId } from "#contract";
import type { WorkloadPlan } from "./workload-plan.ts";

const requirementFor: Readonly<Record<AnomalyType, RequirementId>> = {
  "lost-update": "concurrency.one-winner",
  "duplicate-apply": "concurrency.stale-status-write-conflicts",
  "version-reuse": "concurrency.versions-advance",
  "version-cycle": "concurrency.versions-advance",
  "non-monotonic-version": "concurrency.versions-advance",
  "torn-value": "concurrency.version-changes-with-content",
  "phantom-version": "concurrency.version-changes-with-content",
  "phantom-precondition": "concurrency.version-changes-with-content",
  "uid-reuse": "deletion.successor-starts-afresh",
  "phantom-incarnation": "deletion.successor-starts-afresh",
  "cross-incarnation-write": "concurrency.old-incarnation-write-conflicts",
  "double-delete": "errors.missing-object-not-found",
  "create-over-existing": "errors.existing-name-already-exists",
  "spurious-exists": "errors.existing-name-already-exists",
  "dirty-read": "isolation.refused-write-changes-nothing",
  "dropped-write": "write.stores-submitted-status",
  "spurious-conflict": "write.stores-submitted-status",
  "stale-read": "write.visible-to-later-reads",
  "read-your-writes": "write.visible-to-later-reads",
  "non-monotonic-read": "write.visible-to-later-reads",
  "future-read": "write.visible-to-later-reads",
  "spurious-not-found": "write.visible-to-later-reads",
  "read-after-delete": "deletion.nothing-comes-back",
  "write-after-delete": "deletion.nothing-comes-back",
  "event-out-of-order": "watch.ordered",
  "duplicate-event": "watch.unique",
  "torn-event": "watch.event-carries-stored-object",
  "missing-event": "watch.no-gap",
  "undelivered-event": "watch.no-gap",
  "resume-gap": "watch.resumes-after-version",
  "resume-replay": "watch.resumes-after-version",
  "bookmark-backwards": "watch.bookmarks-never-go-back",
  "bookmark-ahead": "watch.bookmark-covers-earlier-events",
  "event-behind-bookmark": "watch.bookmark-covers-earlier-events",
  "phantom-event": "watch.one-event-per-write",
  "wrong-event-type": "watch.one-event-per-write",
  "early-event": "watch.one-event-per-write",
  "event-outside-scope": "watch.namespace-filter",
};

export function requirementOf(type: AnomalyType): RequirementId {
  return requirementFor[type];
}

/** The requirement that events of different objects violate if they are out of order. */
export const collectionOrder: RequirementId = "watch.collection-in-commit-order";

/** The requirement that a deletion violates if it ignores the uid and deletes the successor of its object. */
export const successorDeletion: RequirementId = "concurrency.stale-deletion-conflicts";

/** Anomalies that require delete operations, or create operations that reuse a name. */
const ofLives: ReadonlySet<AnomalyType> = new Set<OperationAnomalyType>([
  "uid-reuse",
  "phantom-incarnation",
  "cross-incarnation-write",
  "double-delete",
  "create-over-existing",
  "spurious-exists",
  "read-after-delete",
  "write-after-delete",
]);

export function anomaliesIn(
  plan: Pick<WorkloadPlan, "changes" | "watchers">,
): readonly AnomalyType[] {
  const operations = Object.keys(operationAnomalies).filter(isOperationAnomaly);
  const watches = Object.keys(watchAnomalies).filter(isWatchAnomaly);
  return [
    ...operations.filter((type) => plan.changes.remove > 0 || !ofLives.has(type)),
    ...(plan.watchers > 0 ? watches : []),
  ];
}

export function requirementsIn(
  plan: Pick<WorkloadPlan, "changes" | "watchers">,
): readonly RequirementId[] {
  return [
    ...new Set([
      ...anomaliesIn(plan).map(requirementOf),
      ...(plan.changes.remove > 0 ? [successorDeletion] : []),
      ...(plan.watchers > 0 ? [collectionOrder] : []),
    ]),
  ];
}

export function isWatchAnomaly(type: string): type is WatchAnomalyType {
  return Object.hasOwn(watchAnomalies, type);
}

function isOperationAnomaly(type: string): type is OperationAnomalyType {
  return Object.hasOwn(operationAnomalies, type);
}
