import { defineFault } from "../fault.ts";
import type { StoredStates } from "../requests.ts";

/** Reads come from a copy that is one write behind. */
export const staleReads = defineFault({
  name: "stale-reads",
  summary: "Reads and lists show an object as it was before its last write.",
  breaks: ["write.visible-to-later-reads"],
  change: (rules) => ({
    read: (access, states) => rules.read(access, states && outdated(states)),
    listed: (access, states) => rules.listed(access, outdated(states)),
  }),
});

function outdated({ current, previous }: StoredStates): StoredStates {
  return { current: previous ?? current };
}
