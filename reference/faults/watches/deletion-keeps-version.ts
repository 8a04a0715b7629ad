import { defineFault } from "../../store/fault.ts";

/** A deletion stores nothing, so it takes no version. */
export const deletionKeepsVersion = defineFault({
  name: "deletion-keeps-version",
  summary: "A deletion has the version of the last write.",
  breaks: ["watch.deletion-is-deleted", "concurrency.versions-advance"],
  change: (rules) => ({
    nextVersion: (newest, change) =>
      change.before !== undefined && change.after === undefined
        ? Number(change.before.metadata.resourceVersion)
        : rules.nextVersion(newest, change),
  }),
});
