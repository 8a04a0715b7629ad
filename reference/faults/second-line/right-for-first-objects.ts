import { describeKey } from "#contract";
import { acceptingStaleStatus, brokenByStaleWrites } from "../shared/accepting-stale.ts";
import { defineFault } from "../../store/fault.ts";

/** The table of versions has room for one page of objects. */
export const rightForFirstObjects = defineFault({
  name: "right-for-first-objects",
  summary:
    "A stale status write is accepted for every object that is created after the first hundred of its kind and namespace.",
  line: "second",
  isCumulative: true,
  breaks: brokenByStaleWrites,
  change: (rules) => {
    const counts = new Map<string, number>();
    const late = new Set<string>();
    return {
      createObject: (request, stamp) => {
        const { kind, namespace } = request.key;
        const place = describeKey({ kind, name: namespace ?? "" });
        const count = (counts.get(place) ?? 0) + 1;
        counts.set(place, count);
        if (count > 100) late.add(stamp.uid);
        return rules.createObject(request, stamp);
      },
      precondition: acceptingStaleStatus(
        rules,
        (_request, stored) => stored !== undefined && late.has(stored.metadata.uid),
      ),
    };
  },
});
