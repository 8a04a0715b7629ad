import { defineFault } from "../../store/fault.ts";

/** What was sent to a reader once is taken as read, although the connection broke. */
export const secondResumeSkipsFirst = defineFault({
  name: "second-resume-skips-first",
  summary: "Who resumes a watch from the same version a second time does not get its first event.",
  line: "second",
  breaks: [
    "watch.resumes-after-version",
    "watch.no-gap",
    "watch.list-then-watch",
    "watch.resumes-from-bookmark",
  ],
  change: (rules) => {
    const resumed = new Set<string>();
    const skipping = new Set<number>();
    return {
      replay: (retained, after, watcher) => {
        if (watcher.cursor !== undefined) {
          const { kind, namespace = "" } = watcher.filter;
          const place = [watcher.caller.identity.name, kind, namespace, watcher.cursor].join(" ");
          if (resumed.has(place)) skipping.add(watcher.id);
          resumed.add(place);
        }
        return rules.replay(retained, after, watcher);
      },
      deliver: (event, watcher, send) => {
        if (!skipping.delete(watcher.id)) rules.deliver(event, watcher, send);
      },
    };
  },
});
