import { defineFault } from "../../store/fault.ts";

/** At or after, in place of after. */
export const resumeIncludesItsVersion = defineFault({
  name: "resume-includes-its-version",
  summary: "A watch from a version begins with the last event up to that version.",
  breaks: ["watch.resumes-after-version", "watch.list-then-watch", "watch.resumes-from-bookmark"],
  change: (rules) => ({
    replay: (retained, after, watcher) => {
      const replayed = rules.replay(retained, after, watcher);
      if (watcher.cursor === undefined) return replayed;
      const known = retained.findLast(
        ({ version, object }) => version <= after && rules.selects(watcher.filter, object, "watch"),
      );
      return known === undefined ? replayed : [known, ...replayed];
    },
  }),
});
