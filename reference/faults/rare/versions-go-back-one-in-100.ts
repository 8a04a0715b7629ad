import { oneIn } from "../shared/one-in.ts";
import { defineFault } from "../../store/fault.ts";

/** Versions are drawn before the writes queue up for their object, and now and then two change places there. */
export const versionsGoBackOneIn100 = defineFault({
  name: "versions-go-back-one-in-100",
  summary: "One change in 100 to an object leaves a version out, which the next change to it gets.",
  phase: "history",
  breaks: ["concurrency.versions-advance"],
  change: (rules) => {
    const isRare = oneIn(100);
    /** The version that was left out of each object, by its uid. */
    const leftOut = new Map<string, number>();
    return {
      nextVersion: (newest, change) => {
        const uid = change.before?.metadata.uid;
        if (uid === undefined || change.after === undefined)
          return rules.nextVersion(newest, change);
        const late = leftOut.get(uid);
        leftOut.delete(uid);
        if (late !== undefined) return late;
        const version = rules.nextVersion(newest, change);
        if (!isRare()) return version;
        leftOut.set(uid, version);
        return version + 1;
      },
    };
  },
});
