import type { Command, RequirementId } from "#contract";
import { isStatusWrite } from "#model";
import type { Difference, RefusalCause, ModelRules, Prediction } from "#model";
import { brokenByStatusWrite, brokenByVersion } from "./write-attribution.ts";

export interface Judged {
  readonly command: Command;
  readonly prediction: Prediction;
  readonly rules: ModelRules;
  /** Whether the step is only a read that compares the stored object with the model. */
  readonly isLook: boolean;
  /** Whether the returned version differs from the expected one. Absent if nothing differs. */
  readonly hasMoved?: boolean;
  /** Whether the response lacks the part of the object that the write must leave unchanged. */
  readonly lacksOtherPart?: boolean;
  /** Whether the step shows a state that an earlier accepted write replaced. That write was lost, or the read is stale. */
  readonly isReplaced?: boolean;
  /** The preceding rejected write or dry run, if the step is a read that checks whether it had an effect. */
  readonly looksAt?: Pick<Judged, "command" | "prediction">;
}

/**
 * Returns the requirement that a step violates if it differs from the prediction. Returns undefined if the catalogue
 * has none, as for the content of a spec.
 */
export function brokenByStep(difference: Difference, step: Judged): RequirementId | undefined {
  switch (difference.about) {
    case "refusal":
      return brokenByRefusal(difference.cause, step);
    case "acceptance":
      return brokenByDenial(step);
    case "list":
      return "write.visible-to-later-reads";
    case "part":
      return brokenByPart(difference, step);
  }
}

const byCause = {
  "may not write status": "authorization.author-cannot-write-status",
  "may not write spec": "authorization.controller-cannot-write-spec",
  "may not write": "authorization.reader-cannot-write",
  "may not read": "authorization.stranger-cannot-read",
  missing: "errors.missing-object-not-found",
  gone: "deletion.nothing-comes-back",
  exists: "errors.existing-name-already-exists",
  "no version": "concurrency.version-required",
  "empty version": "concurrency.empty-version-refused",
  "foreign version": "concurrency.foreign-version-refused",
  "stale version": "concurrency.stale-status-write-conflicts",
  "version of an earlier object": "concurrency.old-incarnation-write-conflicts",
  "different uid": "concurrency.uid-precondition",
  "finalizer added after the deletion request": "deletion.new-finalizers-refused",
  "failed patch": "write.json-patch-failure-is-invalid",
  "owned by others": "apply.conflict-without-force",
} as const satisfies Record<Exclude<RefusalCause, "being deleted">, RequirementId>;

function brokenByRefusal(
  cause: RefusalCause,
  { command, looksAt }: Judged,
): RequirementId | undefined {
  if (looksAt !== undefined && command.verb === "read") {
    const isRevival = cause === "gone" && isStatusWrite(looksAt.command);
    return isRevival ? byCause.gone : "isolation.refused-write-changes-nothing";
  }
  // The name may also be free, because the deletion did not wait. Other checks read the object in between.
  if (cause === "being deleted") return undefined;
  if (cause === "gone" && !isStatusWrite(command)) return "errors.missing-object-not-found";
  if (cause !== "stale version") return byCause[cause];
  if (command.verb === "update") return "concurrency.stale-spec-write-conflicts";
  if (command.verb !== "patchStatus") return byCause[cause];
  return stalePatches[command.format];
}

const stalePatches = {
  merge: "concurrency.stale-merge-patch-conflicts",
  json: "concurrency.stale-json-patch-conflicts",
  apply: "concurrency.stale-apply-conflicts",
} as const;

/** Returns the requirement that is violated if a command is not accepted although it must be. */
function brokenByDenial({ command, prediction, isLook }: Judged): RequirementId | undefined {
  switch (command.verb) {
    case "read":
    case "list":
      return isLook ? "isolation.refused-write-changes-nothing" : "write.visible-to-later-reads";
    case "updateStatus":
    case "patchStatus":
      return command.options?.dryRun === true
        ? "write.dry-run-is-decided-like-the-write"
        : acceptanceOf(prediction);
    case "create":
    case "update":
    case "delete":
      return undefined;
  }
}

function acceptanceOf(prediction: Prediction): RequirementId {
  const isTerminating = prediction.result === "object" && prediction.expected.isTerminating;
  return isTerminating ? "deletion.status-writes-go-on" : "write.stores-submitted-status";
}

type PartDifference = Extract<Difference, { readonly about: "part" }>;

function brokenByPart(difference: PartDifference, step: Judged): RequirementId | undefined {
  const { command } = step;
  switch (command.verb) {
    case "list":
      return "write.visible-to-later-reads";
    case "read":
      return brokenByRead(step);
    case "create":
      return brokenByCreation(difference);
    case "delete":
      return brokenByDeletion(difference, step);
    // An incomplete response does not show what is stored. Other checks judge the response and read the object.
    case "update":
      return difference.part === "status" && step.lacksOtherPart === true
        ? undefined
        : brokenBySpecWrite(difference, step);
    case "updateStatus":
    case "patchStatus":
      return difference.part === "spec" && step.lacksOtherPart === true
        ? undefined
        : brokenByStatusWrite(difference, { ...step, command });
  }
}

/**
 * Returns the requirement that an unexpected read violates. If the read checks a write that must have no effect, the
 * requirement is about that write.
 */
function brokenByRead({ looksAt, hasMoved, isReplaced }: Judged): RequirementId {
  if (looksAt === undefined || hasMoved === false || isReplaced === true)
    return "write.visible-to-later-reads";
  return looksAt.prediction.result === "refused"
    ? "isolation.refused-write-changes-nothing"
    : "write.dry-run-stores-nothing";
}

function brokenByCreation({ part, isInherited }: PartDifference): RequirementId | undefined {
  switch (part) {
    case "status":
      return isInherited === true
        ? "deletion.successor-starts-afresh"
        : "isolation.create-never-stores-status";
    case "generation":
      return "generation.starts-at-one";
    case "identity":
      return "deletion.successor-starts-afresh";
    case "version":
      return "concurrency.versions-advance";
    case "spec":
    case "metadata":
    case "deletion time":
      return undefined;
  }
}

/** The response to a completed deletion may omit the status, because no object is stored any longer. */
function brokenByDeletion(
  { part }: PartDifference,
  { prediction }: Judged,
): RequirementId | undefined {
  const isRemoved = prediction.result === "object" && prediction.effect.effect === "removed";
  switch (part) {
    case "generation":
      return "generation.counts-requested-deletion";
    case "deletion time":
      return "deletion.waits-for-finalizers";
    case "version":
      return "concurrency.version-changes-with-content";
    case "status":
      return isRemoved ? undefined : "isolation.spec-write-never-changes-status";
    case "identity":
    case "spec":
    case "metadata":
      return undefined;
  }
}

function brokenBySpecWrite(
  { part }: PartDifference,
  { command, prediction }: Judged,
): RequirementId | undefined {
  const isUnmoved = prediction.result === "object" && prediction.expected.version === "kept";
  const hasSpec = command.verb === "update" && command.spec !== undefined;
  switch (part) {
    case "status":
      return "isolation.spec-write-never-changes-status";
    case "generation":
      if (isUnmoved) return "generation.ignores-no-op-writes";
      return hasSpec ? "generation.counts-spec-changes" : "generation.ignores-metadata-writes";
    case "version":
      return brokenByVersion(prediction);
    case "spec":
    case "identity":
    case "metadata":
    case "deletion time":
      return undefined;
  }
}
