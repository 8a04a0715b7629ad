import { defineDiskFault } from "../store/disk-fault.ts";

export const watchesResumeAtRestart = defineDiskFault({
  name: "watches-resume-at-restart",
  summary:
    "A watch from a version before a restart starts after the restart, without reporting the gap.",
  breaks: ["watch.resumes-after-version"],
  begin: () => ({
    change: (rules) => ({
      startAfter: (cursor, range) => {
        const after = rules.startAfter(cursor, range);
        return typeof after === "number" ? after : range.newest;
      },
    }),
    died: ({ log }) => log.rewind(log.newest),
  }),
});
