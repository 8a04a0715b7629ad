import { defineDiskFault } from "../../store/disk-fault.ts";

export const watchesResumeAtRestart = defineDiskFault({
  name: "watches-resume-at-restart",
  summary: "A watch from before a restart goes on with what comes after it, and does not say so.",
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
