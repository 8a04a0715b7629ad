import { defineFault } from "../../store/fault.ts";
import { acceptingStale } from "../shared/accepting-stale.ts";

/** The last writer wins: the version is checked for its form alone. */
export const staleVersionAccepted = defineFault({
  name: "stale-version-accepted",
  summary: "A write is accepted whichever version it names.",
  breaks: [
    "concurrency.stale-status-write-conflicts",
    "concurrency.stale-spec-write-conflicts",
    "concurrency.spec-and-status-share-the-version",
    "concurrency.foreign-version-refused",
    "concurrency.one-winner",
    "concurrency.no-lost-increment",
    "concurrency.old-incarnation-write-conflicts",
    "concurrency.stale-merge-patch-conflicts",
    "concurrency.stale-json-patch-conflicts",
    "concurrency.stale-apply-conflicts",
    "allocation.decision-is-guarded",
  ],
  change: (rules) => ({ precondition: acceptingStale(rules, () => true) }),
});
