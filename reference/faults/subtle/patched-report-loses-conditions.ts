import { defineFault } from "../../store/fault.ts";

/** Patches of a report lie in a table of their own, in which the spec handler finds no conditions. */
export const patchedReportLosesConditions = defineFault({
  name: "patched-report-loses-conditions",
  summary:
    "A spec write loses the conditions of a status that was written plainly and then patched.",
  breaks: ["isolation.spec-write-never-changes-status"],
  phase: "property",
  change: (rules) => {
    const plain = new Set<string>();
    const patched = new Set<string>();
    return {
      announce: (outcome) => {
        if (outcome.result === "committed" && outcome.request.verb === "updateStatus") {
          const { uid } = outcome.after.metadata;
          const isPatch = ["merge", "json", "apply"].includes(outcome.request.form);
          if (isPatch && plain.has(uid)) patched.add(uid);
          if (!isPatch) {
            plain.add(uid);
            patched.delete(uid);
          }
        }
        return rules.announce(outcome);
      },
      updateObject: (request, stored) => {
        const updated = rules.updateObject(request, stored);
        const { status } = updated;
        if (status === undefined || !patched.has(stored.metadata.uid)) return updated;
        const { conditions: _lost, ...kept } = status;
        return { ...updated, status: kept };
      },
    };
  },
});
