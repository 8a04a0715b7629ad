import { defineFault } from "../../store/fault.ts";
import type { StoredStates } from "../../kinds/requests.ts";

/** Reads come from a copy that is one write behind. */
export const staleReads = defineFault({
  name: "stale-reads",
  summary: "Reads and lists show an object as it was before its last write.",
  breaks: [
    "write.visible-to-later-reads",
    "write.stores-submitted-status",
    "write.returns-complete-object",
    "write.omitted-members-unchanged",
    "write.lists-are-replaced",
    "concurrency.one-winner",
    "concurrency.conflict-tells-current-version",
    "generation.counts-spec-changes",
    "generation.observed-stored-as-sent",
    "write.replace-removes-omitted-members",
    "write.merge-patch-null-removes-member",
    "write.json-patch-supports-every-operation",
    "write.apply-works-for-every-kind",
    "write.manager-is-recorded",
    "apply.force-takes-fields",
    "apply.removes-omitted-fields",
    "write.status-default-ends-with-first-write",
    "generation.counts-requested-deletion",
    "generation.counts-plain-status",
    "conditions.transition-time-stored-as-sent",
    "kinds.plain-status-is-stored",
    "kinds.plain-status-is-validated",
    "readiness.same-for-every-reader",
    "readiness.observed-generation-is-an-integer",
    "allocation.answers-are-told-apart",
    "allocation.binding-leaves-holder-alone",
    "allocation.ownership-is-advisory",
    "deletion.waits-for-finalizers",
    "deletion.status-writes-go-on",
    "deletion.new-finalizers-refused",
    "concurrency.no-lost-increment",
  ],
  change: (rules) => ({
    read: (access, states) => rules.read(access, states && outdated(states)),
    listed: (access, states) => rules.listed(access, outdated(states)),
  }),
});

function outdated({ current, previous }: StoredStates): StoredStates {
  return { current: previous ?? current };
}
