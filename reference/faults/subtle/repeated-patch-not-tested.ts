import { describeKey } from "#contract";
import { defineFault } from "../../store/fault.ts";

/** What failed once is tried again by a simpler way, which knows no tests. */
export const repeatedPatchNotTested = defineFault({
  name: "repeated-patch-not-tested",
  summary:
    "The tests of a JSON patch are skipped if the write before it was a JSON patch that failed.",
  breaks: ["write.json-patch-failure-is-invalid"],
  phase: "property",
  change: (rules) => {
    const failed = new Set<string>();
    return {
      announce: (outcome) => {
        const key = describeKey(outcome.request.key);
        const isPatch = outcome.request.form === "json";
        const isInvalid = outcome.result === "refused" && outcome.refusal.code === "INVALID";
        if (isPatch && isInvalid) failed.add(key);
        else failed.delete(key);
        return rules.announce(outcome);
      },
      patchObject: (request, stored) => {
        const { operations } = request.content;
        if (operations === undefined || !failed.has(describeKey(request.key))) {
          return rules.patchObject(request, stored);
        }
        const untested = operations.filter(({ op }) => op !== "test");
        const content = { ...request.content, operations: untested };
        return rules.patchObject({ ...request, content }, stored);
      },
    };
  },
});
