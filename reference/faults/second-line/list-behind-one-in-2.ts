import { oneIn } from "../shared/one-in.ts";
import { defineFault } from "../../store/fault.ts";

/** Lists come from replicas, and one of them is a write behind. */
export const listBehindOneIn2 = defineFault({
  name: "list-behind-one-in-2",
  summary: "Every other object stands in a list as it was before its last write.",
  line: "second",
  breaks: [
    "write.visible-to-later-reads",
    "write.stores-submitted-status",
    "readiness.same-for-every-reader",
    "deletion.waits-for-finalizers",
  ],
  change: (rules) => {
    const isRare = oneIn(2);
    return {
      listed: (access, states) => {
        const { current, previous } = states;
        const isBehind = previous !== undefined && isRare();
        return rules.listed(access, isBehind ? { current: previous } : { current });
      },
    };
  },
});
