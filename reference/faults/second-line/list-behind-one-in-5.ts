import { oneIn } from "../../one-in.ts";
import { defineFault } from "../../fault.ts";

/** Lists come from replicas, and one of them is a write behind. */
export const listBehindOneIn20 = defineFault({
  name: "list-behind-one-in-20",
  summary: "One object in 20 stands in a list as it was before its last write.",
  line: "second",
  breaks: ["write.visible-to-later-reads"],
  change: (rules) => {
    const isRare = oneIn(20);
    return {
      listed: (access, states) => {
        const { current, previous } = states;
        const isBehind = previous !== undefined && isRare();
        return rules.listed(access, isBehind ? { current: previous } : { current });
      },
    };
  },
});
