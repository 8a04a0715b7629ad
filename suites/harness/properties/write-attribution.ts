import type { RequirementId } from "#contract";
import { formOf } from "#model";
import type { Difference, EventDifference, ModelRules, Prediction, StatusWrite } from "#model";

export interface JudgedStatusWrite {
  readonly command: StatusWrite;
  readonly prediction: Prediction;
  readonly rules: ModelRules;
}

export function brokenByStatusWrite(
  difference: Pick<Extract<Difference, { readonly about: "part" }>, "member" | "part">,
  { command, prediction, rules }: JudgedStatusWrite,
): RequirementId {
  switch (difference.part) {
    case "spec":
      return "isolation.status-write-never-changes-spec";
    case "metadata":
      return "isolation.status-write-never-changes-metadata";
    case "identity":
      return "write.keeps-identity";
    case "deletion time":
      return "write.keeps-deletion-time";
    case "generation":
      return "generation.ignores-status-writes";
    case "version":
      return brokenByVersion(prediction);
    case "status":
      return command.options?.dryRun === true
        ? "write.dry-run-returns-the-result"
        : brokenByContent(difference.member ?? "", command, rules);
  }
}

/**
 * Returns the violated requirement if a field of the status is wrong. The requirement depends on the command's value
 * for the field.
 */
function brokenByContent(member: string, command: StatusWrite, rules: ModelRules): RequirementId {
  const form = formOf(command, rules);
  const submitted = saidOf(member, command);
  switch (form) {
    case "partial":
      if (submitted === "null") return "write.null-clears-member";
      return submitted === "nothing"
        ? "write.omitted-members-unchanged"
        : "write.stores-submitted-status";
    case "replace":
      return submitted === "a value"
        ? "write.stores-submitted-status"
        : "write.replace-removes-omitted-members";
    case "merge":
      if (submitted === "null") return "write.merge-patch-null-removes-member";
      return submitted === "nothing"
        ? "write.merge-patch-keeps-unmentioned-members"
        : "write.stores-submitted-status";
    case "json":
      return "write.json-patch-is-all-or-nothing";
    case "apply":
      return submitted === "a value" ? "apply.force-takes-fields" : "apply.removes-omitted-fields";
  }
}

function saidOf(member: string, command: StatusWrite): "a value" | "nothing" | "null" {
  const body = command.verb === "updateStatus" ? command.status : statusOfPatch(command.patch);
  const value = body[member];
  if (value === undefined) return "nothing";
  return value === null ? "null" : "a value";
}

function statusOfPatch(patch: unknown): Readonly<Record<string, unknown>> {
  const status = isRecord(patch) ? patch["status"] : undefined;
  return isRecord(status) ? status : {};
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

export function brokenByVersion(prediction: Prediction): RequirementId {
  const isKept = prediction.result === "object" && prediction.expected.version === "kept";
  return isKept ? "concurrency.no-op-keeps-version" : "concurrency.version-changes-with-content";
}

/**
 * The commands without an effect in a sequence: rejected writes, dry runs, and writes that change nothing. Each of them
 * may have caused an unexpected event.
 */
export interface WithoutEffect {
  readonly refused: boolean;
  readonly tried: boolean;
  readonly unchanged: boolean;
}

export function brokenByEvents(difference: EventDifference, without: WithoutEffect): RequirementId {
  const { about, change } = difference;
  switch (about) {
    case "missing":
      return change?.type === "DELETED" ? "watch.deletion-is-deleted" : "watch.one-event-per-write";
    case "wrong type":
      if (change?.type === "ADDED") return "watch.creation-is-added";
      return change?.type === "DELETED" ? "watch.deletion-is-deleted" : "watch.one-event-per-write";
    case "repeated":
      return "watch.unique";
    case "out of order":
      return "watch.ordered";
    case "wrong version":
    case "wrong object":
      return "watch.event-carries-stored-object";
    case "unfounded":
      return sourceOf(without);
  }
}

/** Attributes an event without a change to a command without an effect. Returns the violated requirement. */
function sourceOf({ refused, tried, unchanged }: WithoutEffect): RequirementId {
  if (tried) return "watch.nothing-for-dry-run";
  if (unchanged) return "watch.nothing-for-no-op";
  return refused ? "watch.nothing-for-refused" : "watch.one-event-per-write";
}
