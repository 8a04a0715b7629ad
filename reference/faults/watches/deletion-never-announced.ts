import { defineFault } from "../../store/fault.ts";

/** Watches look at what is stored, and a deleted object is not. */
export const deletionNeverAnnounced = defineFault({
  name: "deletion-never-announced",
  summary: "A deletion is no event.",
  breaks: [
    "watch.deletion-is-deleted",
    "watch.last-finalizer-is-deleted",
    "kinds.objects-go-with-definition",
  ],
  change: (rules) => ({
    announce: (outcome) => rules.announce(outcome).filter(({ type }) => type !== "DELETED"),
  }),
});
