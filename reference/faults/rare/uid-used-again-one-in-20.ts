import { describeKey } from "#contract";
import { oneIn } from "../shared/one-in.ts";
import { defineFault } from "../../store/fault.ts";

/** The uid is derived from the name, and a counter that tells successors apart is lost now and then. */
export const uidUsedAgainOneIn20 = defineFault({
  name: "uid-used-again-one-in-20",
  summary: "One object in 20 gets the uid of the object that had its name before.",
  phase: "history",
  breaks: ["deletion.successor-starts-afresh", "errors.missing-object-not-found"],
  change: (rules) => {
    const isRare = oneIn(20);
    const last = new Map<string, string>();
    return {
      allocateUid: (key) => {
        const before = last.get(describeKey(key));
        const uid = before !== undefined && isRare() ? before : rules.allocateUid(key);
        last.set(describeKey(key), uid);
        return uid;
      },
    };
  },
});
