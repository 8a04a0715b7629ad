import type { RequirementId } from "#contract";
import type { Excuses } from "./excuses.ts";

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

export function updateExcuses(withoutUpdates: string | undefined): Excuses {
  if (withoutUpdates === undefined) return {};
  return Object.fromEntries(aboutUpdates.map((requirement) => [requirement, withoutUpdates]));
}

/** Requirements whose checks send a second spec. It must differ from the stored one. */
const aboutOtherSpecs: readonly RequirementId[] = [
  "apply.ownership-is-per-side",
  "apply.status-write-takes-no-spec",
  "isolation.spec-in-status-write-is-ignored",
  "isolation.spec-in-status-write-is-rejected",
  "isolation.status-write-never-changes-spec",
];

export function constantSpecExcuses(isConstant = false): Excuses {
  if (!isConstant) return {};
  const reason = "only one valid value of its spec is known";
  return Object.fromEntries(aboutOtherSpecs.map((requirement) => [requirement, reason]));
}
