import { acceptingStale } from "./accepting-stale.ts";
import { defineFault } from "../../fault.ts";

/** The handler was copied for the second kind before the check of the version was added. */
export const secondKindNotChecked = defineFault({
  name: "second-kind-not-checked",
  summary: "A stale status write is accepted for deployments.",
  line: "second",
  breaks: [
    "concurrency.stale-status-write-conflicts",
    "concurrency.spec-and-status-share-the-version",
    "concurrency.one-winner",
    "concurrency.stale-merge-patch-conflicts",
    "concurrency.stale-json-patch-conflicts",
    "concurrency.stale-apply-conflicts",
  ],
  change: (rules) => ({
    precondition: acceptingStale(rules, ({ key }) => key.kind === "Deployment"),
  }),
});
