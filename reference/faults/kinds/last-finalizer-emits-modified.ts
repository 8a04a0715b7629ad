import { defineFault } from "../../store/fault.ts";

/** The write is stored and announced, and then the object is found to have nothing left to wait for. */
export const lastFinalizerEmitsModified = defineFault({
  name: "last-finalizer-emits-modified",
  summary:
    "The write that removes the last finalizer is announced as MODIFIED, and then as DELETED.",
  breaks: ["watch.last-finalizer-is-deleted"],
  change: (rules) => ({
    announce: (outcome) =>
      rules
        .announce(outcome)
        .flatMap((entry) =>
          entry.type === "DELETED" && outcome.request.verb !== "delete"
            ? [{ ...entry, type: "MODIFIED" as const }, entry]
            : [entry],
        ),
  }),
});
