import {
  defineCheck,
  findingsOfSearch,
  judgeSequence,
  inTime,
  play,
  rulesFor,
  search,
  simplerSequences,
  withMoreValues,
} from "#harness";
import type { ModelRules, Move, Played, Searched } from "#harness";
import type { RequirementId } from "#contract";

const sequenceRequirements: readonly RequirementId[] = [
  "write.stores-submitted-status",
  "write.visible-to-later-reads",
  "write.omitted-members-unchanged",
  "write.null-clears-member",
  "write.replace-removes-omitted-members",
  "write.merge-patch-keeps-unmentioned-members",
  "write.merge-patch-null-removes-member",
  "write.json-patch-is-all-or-nothing",
  "write.json-patch-failure-is-invalid",
  "write.keeps-identity",
  "write.keeps-deletion-time",
  "write.dry-run-stores-nothing",
  "write.dry-run-is-decided-like-the-write",
  "write.dry-run-returns-the-result",
  "apply.conflict-without-force",
  "apply.force-takes-fields",
  "apply.removes-omitted-fields",
  "isolation.status-write-never-changes-spec",
  "isolation.status-write-never-changes-metadata",
  "isolation.spec-write-never-changes-status",
  "isolation.create-never-stores-status",
  "isolation.refused-write-changes-nothing",
  "concurrency.stale-status-write-conflicts",
  "concurrency.stale-spec-write-conflicts",
  "concurrency.stale-merge-patch-conflicts",
  "concurrency.stale-json-patch-conflicts",
  "concurrency.stale-apply-conflicts",
  "concurrency.version-required",
  "concurrency.foreign-version-refused",
  "concurrency.old-incarnation-write-conflicts",
  "concurrency.uid-precondition",
  "concurrency.version-changes-with-content",
  "concurrency.no-op-keeps-version",
  "concurrency.versions-advance",
  "errors.missing-object-not-found",
  "errors.existing-name-already-exists",
  "authorization.author-cannot-write-status",
  "authorization.controller-cannot-write-spec",
  "authorization.reader-cannot-write",
  "generation.starts-at-one",
  "generation.counts-spec-changes",
  "generation.ignores-status-writes",
  "generation.ignores-metadata-writes",
  "generation.ignores-no-op-writes",
  "generation.counts-requested-deletion",
  "deletion.waits-for-finalizers",
  "deletion.status-writes-go-on",
  "deletion.new-finalizers-refused",
  "deletion.nothing-comes-back",
  "deletion.successor-starts-afresh",
  "watch.one-event-per-write",
  "watch.event-carries-stored-object",
  "watch.nothing-for-refused",
  "watch.nothing-for-no-op",
  "watch.nothing-for-dry-run",
  "watch.creation-is-added",
  "watch.deletion-is-deleted",
  "watch.ordered",
  "watch.unique",
  "watch.resumes-after-version",
];

const longest = 12;

interface Observations {
  readonly rules: ModelRules;
  readonly searched: Searched<Played>;
}

export const commandSequences = defineCheck<Observations>({
  id: "properties/command-sequences",
  title: "Every step of random command sequences has a result that the contract permits",
  covers: sequenceRequirements,
  scope: "kind",
  phase: "property",

  async drive(context) {
    const rules = rulesFor(context);
    const limited = inTime(context);
    const varied = limited({ ...context, kind: await withMoreValues(context) });
    const searched = await search<readonly Move[], Played>(context, {
      inputs: ({ sequences }) => sequences(varied, longest),
      simpler: simplerSequences,
      play: (moves) => play(varied, moves),
      judge: (played) => judgeSequence(played, rules),
    });
    return { rules, searched };
  },

  judge({ rules, searched }) {
    return findingsOfSearch(sequenceRequirements, searched, (played) =>
      judgeSequence(played, rules),
    );
  },
});
