import { defineFault } from "../../store/fault.ts";

/** Status writes are compared with the last version that mattered to a controller, says a comment. */
export const labelWriteKeepsStatusVersion = defineFault({
  name: "label-write-keeps-status-version",
  summary: "A status write with the version from before a write of labels is accepted.",
  breaks: ["concurrency.stale-status-write-conflicts"],
  phase: "property",
  change: (rules) => {
    const still = new Map<string, string>();
    return {
      announce: (outcome) => {
        if (outcome.result === "committed") {
          const { request, before, after } = outcome;
          const isOfLabels =
            request.verb === "update" &&
            request.content.spec === undefined &&
            request.content.labels !== undefined;
          if (isOfLabels && before !== undefined) {
            still.set(after.metadata.uid, before.metadata.resourceVersion);
          } else still.delete(after.metadata.uid);
        }
        return rules.announce(outcome);
      },
      precondition: (request, stored) => {
        const isPlain = request.form === "partial" || request.form === "replace";
        const isStill =
          stored !== undefined &&
          request.resourceVersion !== undefined &&
          request.resourceVersion === still.get(stored.metadata.uid);
        return request.verb === "updateStatus" && isPlain && isStill
          ? undefined
          : rules.precondition(request, stored);
      },
    };
  },
});
