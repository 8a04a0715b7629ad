import { defineFault } from "../../store/fault.ts";

/** Every object counts its own changes, from 1. */
export const versionsCountPerObject = defineFault({
  name: "versions-count-per-object",
  summary: "An object that is created again uses the versions of its predecessor.",
  breaks: [
    "concurrency.versions-advance",
    "concurrency.old-incarnation-write-conflicts",
    "watch.list-then-watch",
    "deletion.successor-starts-afresh",
  ],
  change: () => ({
    nextVersion: (_newest, { before }) =>
      before === undefined ? 1 : Number(before.metadata.resourceVersion) + 1,
  }),
});
