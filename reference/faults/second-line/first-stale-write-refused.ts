import { acceptingStaleStatus, brokenByStaleWrites } from "../shared/accepting-stale.ts";
import { defineFault } from "../../store/fault.ts";

/** Whoever repeats what was refused is taken to mean it. */
export const firstStaleWriteRefused = defineFault({
  name: "first-stale-write-refused",
  summary: "The second stale status write to an object is accepted, whatever was written between.",
  line: "second",
  breaks: brokenByStaleWrites,
  change: (rules) => {
    const refused = new Set<string>();
    return {
      precondition: acceptingStaleStatus(rules, (_request, stored) => {
        const uid = stored?.metadata.uid ?? "";
        const isRepeated = refused.has(uid);
        refused.add(uid);
        return isRepeated;
      }),
    };
  },
});
