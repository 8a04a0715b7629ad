import { acceptingStaleStatus, brokenByStaleWrites } from "../shared/accepting-stale.ts";
import { defineFault } from "../../store/fault.ts";

/** The handler was copied for the other kinds before the check of the version was added. */
export const laterKindsNotChecked = defineFault({
  name: "later-kinds-not-checked",
  summary:
    "A stale status write is accepted for all kinds but the first that anything was created of.",
  line: "second",
  breaks: brokenByStaleWrites,
  change: (rules) => {
    let first: string | undefined;
    return {
      createObject: (request, stamp) => {
        first ??= request.key.kind;
        return rules.createObject(request, stamp);
      },
      precondition: acceptingStaleStatus(rules, ({ key }) => key.kind !== first),
    };
  },
});
