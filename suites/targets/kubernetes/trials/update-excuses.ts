import type { RequirementId } from "#contract";
import type { Excuses } from "./excuses.ts";

/** Requirements about changes that an author makes to an object. */
const aboutUpdates: readonly RequirementId[] = [
  "authorization.author-needs-no-status-permission",
  "concurrency.spec-and-status-share-the-version",
  "concurrency.stale-spec-write-conflicts",
  "deletion.new-finalizers-refused",
  "deletion.waits-for-finalizers",
  "generation.counts-requested-deletion",
  "generation.counts-spec-changes",
  "generation.ignores-metadata-writes",
  "generation.ignores-no-op-writes",
  "isolation.spec-write-never-changes-status",
];

/** Excuses for a kind whose specs cannot be changed, with the reason. */
export function updateExcuses(withoutUpdates: string | undefined): Excuses {
  if (withoutUpdates === undefined) return {};
  return Object.fromEntries(aboutUpdates.map((requirement) => [requirement, withoutUpdates]));
}
