import { withoutMessages } from "../../values/map-values.ts";
import { defineFault } from "../../store/fault.ts";

/** A report that only words a condition anew is not worth a write. */
export const messagesTakenForNoise = defineFault({
  name: "messages-taken-for-noise",
  summary:
    "A status write that changes nothing but messages of conditions is accepted and not stored.",
  line: "second",
  breaks: ["write.stores-submitted-status"],
  change: (rules) => ({
    isNoOp: (request, before, after) =>
      rules.isNoOp(request, withoutMessages(before), withoutMessages(after)),
  }),
});
