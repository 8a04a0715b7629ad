import { defineFault } from "../../store/fault.ts";

/** Of so many changes on one watch one is lost. */
const period = 3;

/** Watches of different callers lose different ones: one connection is not the other. */
const shiftForOthers = 1;

/** Changes get lost on the way to a watch, one now and then. */
export const oneEventLostPerN = defineFault({
  name: "one-event-lost-per-n",
  summary: "Every third MODIFIED of a watch is never delivered.",
  breaks: [
    "watch.no-gap",
    "watch.one-event-per-write",
    "watch.watchers-agree",
    "watch.resumes-after-version",
    "watch.resumes-from-bookmark",
  ],
  change: (rules) => {
    const modified = new Map<number, number>();
    return {
      deliver: (event, watcher, send) => {
        const count = (modified.get(watcher.id) ?? 0) + (event.type === "MODIFIED" ? 1 : 0);
        modified.set(watcher.id, count);
        const shift = watcher.caller.identity.name === "controller" ? 0 : shiftForOthers;
        if (event.type === "MODIFIED" && (count + shift) % period === 0) return;
        rules.deliver(event, watcher, send);
      },
    };
  },
});
