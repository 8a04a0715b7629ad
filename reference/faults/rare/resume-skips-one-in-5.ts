import type { Resource } from "#contract";
import { oneIn } from "../shared/one-in.ts";
import { defineFault } from "../../store/fault.ts";

/** A resumed watch joins the live events before it has read the log, now and then. */
export const resumeSkipsOneIn5 = defineFault({
  name: "resume-skips-one-in-5",
  summary: "One resumed watch in 5 loses the first event that it would show.",
  line: "second",
  phase: "history",
  breaks: ["watch.resumes-after-version", "watch.no-gap", "watch.bookmark-covers-earlier-events"],
  change: (rules) => {
    const isRare = oneIn(5);
    return {
      replay: (retained, after, watcher) => {
        const replayed = rules.replay(retained, after, watcher);
        const selects = (object: Resource): boolean =>
          rules.selects(watcher.filter, object, "watch");
        const first = replayed.findIndex((entry) => rules.eventFor(entry, selects, watcher));
        const isResumed = watcher.cursor !== undefined && first >= 0;
        return isResumed && isRare() ? replayed.toSpliced(first, 1) : replayed;
      },
    };
  },
});
