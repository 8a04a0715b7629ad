import { isRefusal } from "../../values/refusal.ts";
import { defineFault } from "../../store/fault.ts";

/** A watch that comes too late starts with what there is. */
export const expiredCursorResumesSilently = defineFault({
  name: "expired-cursor-resumes-silently",
  summary: "A watch from before the retained events starts with the oldest of them.",
  breaks: ["watch.expired-cursor-is-refused"],
  change: (rules) => ({
    startAfter: (cursor, range) => {
      const after = rules.startAfter(cursor, range);
      return typeof after !== "number" && isRefusal(after) && after.code === "EXPIRED"
        ? range.oldest
        : after;
    },
  }),
});
