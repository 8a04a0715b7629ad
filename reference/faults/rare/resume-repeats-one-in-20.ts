import { oneIn } from "../shared/one-in.ts";
import { defineFault } from "../../store/fault.ts";

/** A resumed watch that finds its position at the edge of a page begins with the page. */
export const resumeRepeatsOneIn20 = defineFault({
  name: "resume-repeats-one-in-20",
  summary: "One resumed watch in 20 begins with the event of its own version.",
  phase: "history",
  breaks: ["watch.resumes-after-version", "watch.unique"],
  change: (rules) => {
    const isRare = oneIn(20);
    return {
      replay: (retained, after, watcher) => {
        const replayed = rules.replay(retained, after, watcher);
        if (watcher.cursor === undefined || !isRare()) return replayed;
        const own = retained.filter(({ version }) => version === after);
        return [...own, ...replayed];
      },
    };
  },
});
