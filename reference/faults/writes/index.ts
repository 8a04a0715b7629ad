import type { Fault } from "../../store/fault.ts";
import { anyManagerAccepted } from "./any-manager-accepted.ts";
import { applyCreates } from "./apply-creates.ts";
import { applyIgnoresConflicts } from "./apply-ignores-conflicts.ts";
import { applyKeepsOmittedMembers } from "./apply-keeps-omitted-members.ts";
import { applyNeedsNoManager } from "./apply-needs-no-manager.ts";
import { applyRefusedForTypedKinds } from "./apply-refused-for-typed-kinds.ts";
import { applyRemovesSharedMembers } from "./apply-removes-shared-members.ts";
import { applyReplacesAllConditions } from "./apply-replaces-all-conditions.ts";
import { applyWithdrawsSpecOfManager } from "./apply-withdraws-spec-of-manager.ts";
import { dryRunAnnounces } from "./dry-run-announces.ts";
import { dryRunAnswersStoredObject } from "./dry-run-answers-stored-object.ts";
import { dryRunSkipsAuthorization } from "./dry-run-skips-authorization.ts";
import { dryRunSkipsValidation } from "./dry-run-skips-validation.ts";
import { dryRunSkipsVersion } from "./dry-run-skips-version.ts";
import { dryRunStores } from "./dry-run-stores.ts";
import { dryRunTakesVersion } from "./dry-run-takes-version.ts";
import { everyWriteConflictsWithOwners } from "./every-write-conflicts-with-owners.ts";
import { forceAcceptedEverywhere } from "./force-accepted-everywhere.ts";
import { forceKeepsOldOwner } from "./force-keeps-old-owner.ts";
import { ignoreValidationRefuses } from "./ignore-validation-refuses.ts";
import { ignoreValidationStores } from "./ignore-validation-stores.ts";
import { jsonPatchCreatesParents } from "./json-patch-creates-parents.ts";
import { jsonPatchMayChangeSpec } from "./json-patch-may-change-spec.ts";
import { jsonPatchPartlyApplied } from "./json-patch-partly-applied.ts";
import { jsonPatchSkipsMoves } from "./json-patch-skips-moves.ts";
import { jsonPatchTestIgnored } from "./json-patch-test-ignored.ts";
import { jsonPatchWithoutMove } from "./json-patch-without-move.ts";
import { lastApplierOwnsAlone } from "./last-applier-owns-alone.ts";
import { malformedJsonPatchSkipped } from "./malformed-json-patch-skipped.ts";
import { managerNotRecorded } from "./manager-not-recorded.ts";
import { mergePatchAppendsLists } from "./merge-patch-appends-lists.ts";
import { mergePatchCreatesNoParents } from "./merge-patch-creates-no-parents.ts";
import { mergePatchNullIgnored } from "./merge-patch-null-ignored.ts";
import { mergePatchReplacesStatus } from "./merge-patch-replaces-status.ts";
import { oneEntryPerManager } from "./one-entry-per-manager.ts";
import { ownershipConflictHidesManager } from "./ownership-conflict-hides-manager.ts";
import { ownershipConflictLooksStale } from "./ownership-conflict-looks-stale.ts";
import { replaceKeepsOmittedMembers } from "./replace-keeps-omitted-members.ts";
import { stalePatchAccepted } from "./stale-patch-accepted.ts";
import { statusManagerRecordedForObject } from "./status-manager-recorded-for-object.ts";
import { statusWriteResetsManagers } from "./status-write-resets-managers.ts";
import { strictValidationDrops } from "./strict-validation-drops.ts";
import { unknownValidationModeAccepted } from "./unknown-validation-mode-accepted.ts";
import { updateDoesNotTakeOwnership } from "./update-does-not-take-ownership.ts";
import { warnValidationIsSilent } from "./warn-validation-is-silent.ts";

/** Faults in the forms of status writes, in apply and the ownership of fields, and in the options. */
export const writeFaults: readonly Fault[] = [
  replaceKeepsOmittedMembers,
  mergePatchNullIgnored,
  mergePatchAppendsLists,
  mergePatchReplacesStatus,
  mergePatchCreatesNoParents,
  jsonPatchTestIgnored,
  jsonPatchPartlyApplied,
  jsonPatchMayChangeSpec,
  jsonPatchCreatesParents,
  jsonPatchWithoutMove,
  jsonPatchSkipsMoves,
  malformedJsonPatchSkipped,
  stalePatchAccepted,
  applyCreates,
  applyIgnoresConflicts,
  ownershipConflictLooksStale,
  ownershipConflictHidesManager,
  forceKeepsOldOwner,
  applyKeepsOmittedMembers,
  applyRemovesSharedMembers,
  applyReplacesAllConditions,
  lastApplierOwnsAlone,
  everyWriteConflictsWithOwners,
  oneEntryPerManager,
  applyWithdrawsSpecOfManager,
  applyRefusedForTypedKinds,
  applyNeedsNoManager,
  updateDoesNotTakeOwnership,
  managerNotRecorded,
  statusManagerRecordedForObject,
  statusWriteResetsManagers,
  dryRunStores,
  dryRunAnnounces,
  dryRunTakesVersion,
  dryRunAnswersStoredObject,
  dryRunSkipsValidation,
  dryRunSkipsVersion,
  dryRunSkipsAuthorization,
  strictValidationDrops,
  warnValidationIsSilent,
  ignoreValidationRefuses,
  ignoreValidationStores,
  unknownValidationModeAccepted,
  forceAcceptedEverywhere,
  anyManagerAccepted,
];
