import { planRun } from "#verdicts";
import type { PlanOptions, Selection } from "#verdicts";

/** The checks of a quick run. None of them waits for a timeout. */
const quickChecks: readonly string[] = [
  "write/stores-submitted-status",
  "write/partial-writes",
  "isolation/status-write-keeps-spec-and-metadata",
  "isolation/create-stores-no-status",
  "isolation/spec-write-keeps-status",
  "isolation/status-in-spec-write",
  "isolation/foreign-members-in-status-write",
  "isolation/unknown-members-never-stored",
  "concurrency/stale-version-conflicts",
  "concurrency/spec-and-status-share-the-version",
  "concurrency/no-op-keeps-version",
  "concurrency/old-incarnation-write-conflicts",
  "concurrency/no-lost-increment",
  "errors/invalid-status-refused",
  "errors/missing-object-not-found",
  "errors/taken-name-already-exists",
  "errors/mistakes-are-told-apart",
  "authorization/author-cannot-write-status",
  "authorization/controller-cannot-write-spec",
  "authorization/stranger-cannot-read",
  "authorization/reader-cannot-write",
  "authorization/anonymous-refused",
  "authorization/invalid-credential-refused",
  "generation/starts-at-one",
  "generation/counts-spec-changes",
  "generation/observed-stored-as-sent",
  "deletion/nothing-comes-back",
  "deletion/successor-starts-afresh",
  "watch/one-event-per-write",
  "watch/list-then-watch",
  "watch/deletion-is-deleted",
];

/**
 * Selects the cases of a quick run: one case of each check. The cases rotate through kinds and mutations, so that a
 * defect in any of them is likely to be detected. Deterministic for a given target.
 */
export function quickSelection(
  options: Omit<PlanOptions, "selection">,
  { skip }: Pick<Selection, "skip">,
): Selection {
  const { cases } = planRun({ ...options, selection: { only: [], skip } });
  const only = quickChecks.flatMap((id, turn) => {
    const own = cases.filter(({ check }) => check.id === id);
    return own[turn % Math.max(1, own.length)]?.name ?? [];
  });
  return { only, skip };
}
