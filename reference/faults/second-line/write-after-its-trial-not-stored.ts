import { describeKey } from "#contract";
import { defineFault } from "../../store/fault.ts";

/** The answer to a trial is kept, and given again when the same request comes in earnest. */
export const writeAfterItsTrialNotStored = defineFault({
  name: "write-after-its-trial-not-stored",
  summary: "A status write that was tried before with the same content is answered and not stored.",
  line: "second",
  breaks: ["write.stores-submitted-status", "write.dry-run-returns-the-result"],
  change: (rules) => {
    const tried = new Map<string, string>();
    return {
      announce: (outcome) => {
        const { request } = outcome;
        if (outcome.result === "tried" && request.verb === "updateStatus") {
          tried.set(describeKey(request.key), JSON.stringify(request.content.submitted));
        }
        return rules.announce(outcome);
      },
      isNoOp: (request, before, after) => {
        const known = tried.get(describeKey(request.key));
        const isKnown =
          request.verb === "updateStatus" && known === JSON.stringify(request.content.submitted);
        return (isKnown && !rules.isDryRun(request)) || rules.isNoOp(request, before, after);
      },
    };
  },
});
