import { defineFault } from "../../store/fault.ts";

/** The argument is there, and nothing reads it. */
export const watchIgnoresCursor = defineFault({
  name: "watch-ignores-cursor",
  summary: "A watch from a version starts with what comes next.",
  breaks: ["watch.resumes-after-version", "watch.list-then-watch", "watch.resumes-from-bookmark"],
  change: (rules) => ({
    startAfter: (cursor, range) => {
      const after = rules.startAfter(cursor, range);
      return typeof after === "number" ? range.newest : after;
    },
  }),
});
