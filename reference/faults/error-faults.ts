import { defineFault } from "../store/fault.ts";
import { refuse, refuseInvalid } from "../values/refusal.ts";
import { describeKey } from "#contract";

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
    "concurrency.stale-deletion-conflicts",
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

export const creationReplacesExisting = defineFault({
  name: "creation-replaces-existing",
  summary: "A create request with the name of an existing object replaces that object.",
  breaks: [
    "errors.existing-name-already-exists",
    "deletion.terminating-name-is-taken",
    "isolation.spec-write-never-changes-status",
  ],
  change: (rules) => ({
    existence: (request, stored) =>
      request.verb === "create" ? undefined : rules.existence(request, stored),
  }),
});

export const firstCauseOnly = defineFault({
  name: "first-cause-only",
  summary: "The error for a write with several invalid fields names only one of them.",
  breaks: ["errors.invalid-names-field", "apply.conflict-names-manager-and-field"],
  change: (rules) => ({
    report: (refusal) => rules.report({ ...refusal, causes: refusal.causes.slice(0, 1) }),
  }),
});

export const invalidStatusHidesMissingObject = defineFault({
  name: "invalid-status-hides-missing-object",
  summary: "An invalid status for a missing object is rejected as invalid.",
  breaks: ["errors.existence-before-version"],
  change: (rules) => ({
    existence: (request, stored) => {
      if (request.verb !== "updateStatus") return rules.existence(request, stored);
      const nothing = rules.createObject(request, { uid: "", creationTimestamp: "" });
      const after = rules.updateStatus(request, nothing, request.content.status ?? {});
      const causes = rules.validate(request, stored, after);
      return stored === undefined && causes.length > 0
        ? refuseInvalid(causes)
        : rules.existence(request, stored);
    },
  }),
});

export const missingObjectConflicts = defineFault({
  name: "missing-object-conflicts",
  summary: "A status write to a missing object is rejected with a conflict.",
  breaks: [
    "errors.missing-object-not-found",
    "errors.existence-before-version",
    "errors.reasons-distinguishable",
    "write.apply-never-creates",
    "deletion.nothing-comes-back",
  ],
  change: (rules) => ({
    existence: (request, stored) =>
      stored === undefined && request.verb === "updateStatus"
        ? refuse("CONFLICT", `${describeKey(request.key)} was changed since it was read.`)
        : rules.existence(request, stored),
  }),
});

export const notFoundHasNoCode = defineFault({
  name: "not-found-has-no-code",
  summary: "A write to a missing object is rejected with a message but no code.",
  breaks: [
    "errors.machine-code",
    "errors.missing-object-not-found",
    "errors.existence-before-version",
    "write.apply-never-creates",
    "deletion.nothing-comes-back",
  ],
  change: (rules) => ({
    report: (refusal) =>
      refusal.code === "NOT_FOUND"
        ? { message: refusal.message, extensions: { reason: "plain" } }
        : rules.report(refusal),
  }),
});

export const repeatedNotFoundChangesCode = defineFault({
  name: "repeated-not-found-changes-code",
  summary: "The second write to the same missing object is rejected with a different code.",
  breaks: [
    "errors.stable-code",
    "write.dry-run-is-decided-like-the-write",
    "deletion.nothing-comes-back",
    "errors.existence-before-version",
  ],
  // The writes to a missing object are sent concurrently, so any of them may arrive first.
  mayBreak: ["write.apply-never-creates", "errors.missing-object-not-found"],
  change: (rules) => {
    const known = new Set<string>();
    return {
      report: (refusal) => {
        if (refusal.code !== "NOT_FOUND") return rules.report(refusal);
        const code = known.has(refusal.message) ? "INTERNAL" : refusal.code;
        known.add(refusal.message);
        return rules.report({ ...refusal, code });
      },
    };
  },
});

export const validationBeforeVersion = defineFault({
  name: "validation-before-version",
  summary: "A write that is both stale and invalid is rejected as invalid.",
  breaks: ["errors.stale-and-invalid-order"],
  change: () => ({
    writeSteps: () => [
      "authorization",
      "existence",
      "validation",
      "precondition",
      "ownership",
      "commit",
    ],
  }),
});

export const writesCreateMissingObjects = defineFault({
  name: "writes-create-missing-objects",
  summary: "A write to a missing object creates it.",
  breaks: [
    "errors.missing-object-not-found",
    "errors.existence-before-version",
    "write.apply-never-creates",
    "deletion.nothing-comes-back",
  ],
  change: (rules) => ({
    existence: (request, stored) =>
      request.verb === "update" || request.verb === "updateStatus"
        ? undefined
        : rules.existence(request, stored),
  }),
});
