import { defineFault } from "../../store/fault.ts";
import { acceptingStale } from "../shared/accepting-stale.ts";

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
    precondition: acceptingStale(rules, ({ form }) => form !== "partial" && form !== "replace"),
  }),
});
