import { defineFault } from "../../fault.ts";

/** What was sent to a reader once is taken as read, although the connection broke. */
export const secondResumeSkipsFirst = defineFault({
  name: "second-resume-skips-first",
  summary:
    "Who resumes a watch from the same version a second time does not get the first event again.",
  line: "second",
  breaks: ["watch.resumes-after-version", "watch.no-gap"],
  phase: "history",
  change: (rules) => {
    const resumed = new Set<string>();
    return {
      replay: (retained, after, watcher) => {
        const replayed = rules.replay(retained, after, watcher);
        if (watcher.cursor === undefined) return replayed;
        const { kind, namespace = "" } = watcher.filter;
        const place = [watcher.caller.identity.name, kind, namespace, watcher.cursor].join(" ");
        const isRepeated = resumed.has(place);
        resumed.add(place);
        return isRepeated ? replayed.slice(1) : replayed;
      },
    };
  },
});
