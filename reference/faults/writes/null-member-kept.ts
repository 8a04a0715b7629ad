import { defineFault } from "../../store/fault.ts";

/** Null is taken for "not sent", as an input without the distinction would have it. */
export const nullMemberKept = defineFault({
  name: "null-member-kept",
  summary: "A status write leaves the members that it sends as null unchanged.",
  breaks: [
    "write.null-clears-member",
    "write.merge-patch-null-removes-member",
    "allocation.answers-are-told-apart",
  ],
  change: (rules) => ({
    mergeStatus: (stored, submitted) => {
      const named = Object.entries(submitted).filter(([, value]) => value !== null);
      return rules.mergeStatus(stored, Object.fromEntries(named));
    },
  }),
});
