import { defineFault } from "../../store/fault.ts";

/** All bad requests get one code. */
export const conflictLooksInvalid = defineFault({
  name: "conflict-looks-invalid",
  summary: "A conflict is reported with the code of an invalid request.",
  breaks: [
    "errors.reasons-distinguishable",
    "concurrency.stale-status-write-conflicts",
    "concurrency.stale-spec-write-conflicts",
    "concurrency.spec-and-status-share-the-version",
    "concurrency.one-winner",
    "concurrency.uid-precondition",
    "concurrency.old-incarnation-write-conflicts",
    "concurrency.stale-merge-patch-conflicts",
    "concurrency.stale-json-patch-conflicts",
    "concurrency.stale-apply-conflicts",
    "apply.conflict-without-force",
    "apply.force-takes-fields",
    "apply.equal-values-are-shared",
    "apply.other-writes-take-fields",
    "allocation.decision-is-guarded",
  ],
  change: (rules) => ({
    report: (refusal) =>
      rules.report(refusal.code === "CONFLICT" ? { ...refusal, code: "INVALID" } : refusal),
  }),
});
