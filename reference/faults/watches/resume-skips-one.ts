import { defineFault } from "../../store/fault.ts";

/** A resumed watch starts one event too late. */
export const resumeSkipsOne = defineFault({
  name: "resume-skips-one",
  summary: "A watch from a version loses the first event after it.",
  breaks: [
    "watch.resumes-after-version",
    "watch.list-then-watch",
    "watch.resumes-from-bookmark",
    "kinds.served-once-defined",
  ],
  change: (rules) => {
    const skipped = new Set<number>();
    return {
      deliver: (event, watcher, send) => {
        const isFirst = !skipped.has(watcher.id);
        skipped.add(watcher.id);
        if (isFirst && watcher.cursor !== undefined) return;
        rules.deliver(event, watcher, send);
      },
    };
  },
});
