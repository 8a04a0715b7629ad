import { describeKey } from "#contract";
import { defineFault } from "../../store/fault.ts";
import type { LogEntry } from "../../kinds/requests.ts";

/** Two queues: events of status writes wait until the object is written again, and come after that. */
export const statusEventAfterNextWrite = defineFault({
  name: "status-event-after-next-write",
  summary: "The event of a status write is held back until after the next write of the object.",
  breaks: [
    "watch.ordered",
    "watch.one-event-per-write",
    "watch.no-gap",
    "watch.collection-in-commit-order",
    "watch.list-then-watch",
    "watch.resumes-after-version",
    "watch.namespace-filter",
    "watch.selector-filter",
    "watch.selector-exit-is-deleted",
    "concurrency.versions-advance",
    "kinds.served-once-defined",
    "deletion.nothing-comes-back",
  ],
  change: (rules) => {
    const held = new Map<string, readonly LogEntry[]>();
    return {
      announce: (outcome) => {
        const entries = rules.announce(outcome);
        if (outcome.result !== "committed") return entries;
        const name = describeKey(outcome.request.key);
        const late = held.get(name);
        held.delete(name);
        if (late !== undefined) return [...entries, ...late];
        if (outcome.request.verb !== "updateStatus") return entries;
        held.set(name, entries);
        return [];
      },
    };
  },
});
