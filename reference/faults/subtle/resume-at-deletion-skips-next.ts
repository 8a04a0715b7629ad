import { defineFault } from "../../store/fault.ts";

/** The log is searched for the first entry behind the cursor, and a deletion counts for two. */
export const resumeAtDeletionSkipsNext = defineFault({
  name: "resume-at-deletion-skips-next",
  summary:
    "A watch that resumes from the version of a deletion loses the next event of the same name.",
  breaks: ["watch.resumes-after-version"],
  phase: "property",
  change: (rules) => ({
    replay: (retained, after, watcher) => {
      const replayed = rules.replay(retained, after, watcher);
      const deletion = retained.find(
        ({ type, version }) => type === "DELETED" && version === after,
      );
      if (deletion === undefined) return replayed;
      const { name } = deletion.object.metadata;
      const next = replayed.findIndex(({ object }) => object.metadata.name === name);
      return next === -1 ? replayed : replayed.toSpliced(next, 1);
    },
  }),
});
