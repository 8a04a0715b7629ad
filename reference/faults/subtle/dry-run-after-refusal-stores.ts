import { describeKey } from "#contract";
import { defineFault } from "../../store/fault.ts";

/** A refused write opens a retry, and a retry is always meant in earnest. */
export const dryRunAfterRefusalStores = defineFault({
  name: "dry-run-after-refusal-stores",
  summary: "A status write that is only tried is stored if the write before it was refused.",
  line: "second",
  breaks: ["write.dry-run-stores-nothing"],
  phase: "property",
  change: (rules) => {
    const refused = new Set<string>();
    return {
      announce: (outcome) => {
        const key = describeKey(outcome.request.key);
        if (outcome.result === "refused" && outcome.request.verb === "updateStatus") {
          refused.add(key);
        } else refused.delete(key);
        return rules.announce(outcome);
      },
      isDryRun: (request) => rules.isDryRun(request) && !refused.has(describeKey(request.key)),
    };
  },
});
