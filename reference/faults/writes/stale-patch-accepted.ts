import { defineFault } from "../../fault.ts";

/** A patch is applied to the newest object, whichever one its writer has seen. */
export const stalePatchAccepted = defineFault({
  name: "stale-patch-accepted",
  summary: "Patches of a status are accepted with a stale version.",
  breaks: [
    "concurrency.stale-merge-patch-conflicts",
    "concurrency.stale-json-patch-conflicts",
    "concurrency.stale-apply-conflicts",
    "concurrency.stale-status-write-conflicts",
    "concurrency.spec-and-status-share-the-version",
    "concurrency.one-winner",
    "concurrency.no-lost-increment",
    "concurrency.old-incarnation-write-conflicts",
    "concurrency.foreign-version-refused",
    "allocation.decision-is-guarded",
  ],
  change: (rules) => ({
    precondition: (request, stored) => {
      const refusal = rules.precondition(request, stored);
      const isMeant = request.uid === undefined || request.uid === stored?.metadata.uid;
      const isPatch = request.form !== "partial" && request.form !== "replace";
      return isPatch && isMeant && refusal?.code === "CONFLICT" ? undefined : refusal;
    },
  }),
});
