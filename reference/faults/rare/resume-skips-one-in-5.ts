import { oneIn } from "../shared/one-in.ts";
import { defineFault } from "../../fault.ts";

/** A resumed watch joins the live events before it has read the log, now and then. */
export const resumeSkipsOneIn5 = defineFault({
  name: "resume-skips-one-in-5",
  summary: "One resumed watch in 5 loses the first event after its version.",
  line: "second",
  phase: "history",
  breaks: ["watch.resumes-after-version", "watch.no-gap", "watch.bookmark-covers-earlier-events"],
  change: (rules) => {
    const isRare = oneIn(5);
    return {
      replay: (retained, after, watcher) => {
        const replayed = rules.replay(retained, after, watcher);
        const isResumed = watcher.cursor !== undefined && replayed.length > 0;
        return isResumed && isRare() ? replayed.slice(1) : replayed;
      },
    };
  },
});
