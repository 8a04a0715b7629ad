import { oneIn } from "../shared/one-in.ts";
import { defineFault } from "../../store/fault.ts";

/** A row is written from a copy that is kept of the state before the last one, with the version of that copy. */
export const versionComesBackOneIn50 = defineFault({
  name: "version-comes-back-one-in-50",
  summary: "One status write in 50 gives its object the version that it had before the last one.",
  line: "second",
  phase: "history",
  breaks: [
    "concurrency.versions-advance",
    "concurrency.one-winner",
    "concurrency.version-changes-with-content",
  ],
  change: (rules) => {
    const isRare = oneIn(50);
    /** The version that each object had before its last one, by its uid. */
    const earlier = new Map<string, number>();
    return {
      nextVersion: (newest, change) => {
        const { request, before } = change;
        if (before === undefined) return rules.nextVersion(newest, change);
        const { uid, resourceVersion } = before.metadata;
        const back = earlier.get(uid);
        earlier.set(uid, Number(resourceVersion));
        const isBack = back !== undefined && request.verb === "updateStatus" && isRare();
        return isBack ? back : rules.nextVersion(newest, change);
      },
    };
  },
});
