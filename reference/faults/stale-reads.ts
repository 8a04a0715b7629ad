import { defineFault } from "../fault.ts";
import type { StoredStates } from "../requests.ts";

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
  ],
  change: (rules) => ({
    read: (access, states) => rules.read(access, states && outdated(states)),
    listed: (access, states) => rules.listed(access, outdated(states)),
  }),
});

function outdated({ current, previous }: StoredStates): StoredStates {
  return { current: previous ?? current };
}
