import { defineFault } from "../../store/fault.ts";

/** The status handler caches the metadata when it writes, and writes them again the next time. */
export const statusWriteRestoresOlderLabels = defineFault({
  name: "status-write-restores-older-labels",
  summary: "A second status write restores the labels that the object had at the first one.",
  breaks: ["isolation.status-write-never-changes-metadata"],
  phase: "property",
  change: (rules) => {
    const cached = new Map<string, Readonly<Record<string, string>>>();
    return {
      announce: (outcome) => {
        if (outcome.result === "committed" && outcome.request.verb === "updateStatus") {
          const { uid, labels = {} } = outcome.after.metadata;
          cached.set(uid, labels);
        }
        return rules.announce(outcome);
      },
      updateStatus: (request, stored, status) => {
        const updated = rules.updateStatus(request, stored, status);
        const labels = cached.get(stored.metadata.uid);
        // An apply would be refused for labels that others own.
        if (labels === undefined || request.form === "apply") return updated;
        return { ...updated, metadata: { ...updated.metadata, labels } };
      },
    };
  },
});
