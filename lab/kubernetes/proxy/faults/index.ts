import type { ProxyFault } from "../proxy-fault.ts";
import { acknowledgedWriteDropped } from "./acknowledged-write-dropped.ts";
import { anonymousReads } from "./anonymous-reads.ts";
import { anyVersionBeginsNow } from "./any-version-begins-now.ts";
import { applyKeepsOmitted } from "./apply-keeps-omitted.ts";
import { applyTakesFields } from "./apply-takes-fields.ts";
import { applyFaults } from "./apply/index.ts";
import { authorNeedsStatusPermission } from "./author-needs-status-permission.ts";
import { authorWritesStatus } from "./author-writes-status.ts";
import { bareReplacementKeepsStatus } from "./bare-replacement-keeps-status.ts";
import { bodyNameIgnored } from "./body-name-ignored.ts";
import { bookmarkGoesBack } from "./bookmark-goes-back.ts";
import { bookmarkOvertakesEvent } from "./bookmark-overtakes-event.ts";
import { bookmarksUnasked } from "./bookmarks-unasked.ts";
import { codesAlternate } from "./codes-alternate.ts";
import { conditionsNotValidated } from "./conditions-not-validated.ts";
import { conflictIsInternal } from "./conflict-is-internal.ts";
import { controllerNeedsSpecPermission } from "./controller-needs-spec-permission.ts";
import { controllerWritesSpec } from "./controller-writes-spec.ts";
import { createdWithStatus } from "./created-with-status.ts";
import { creationIsModified } from "./creation-is-modified.ts";
import { deletedEventDropped } from "./deleted-event-dropped.ts";
import { deletedEventKeepsVersion } from "./deleted-event-keeps-version.ts";
import { deletedEventWithoutStatus } from "./deleted-event-without-status.ts";
import { deletionTimeMoves } from "./deletion-time-moves.ts";
import { dryRunAcceptsEverything } from "./dry-run-accepts-everything.ts";
import { dryRunShowsStored } from "./dry-run-shows-stored.ts";
import { dryRunStores } from "./dry-run-stores.ts";
import { duplicateConditionsMerged } from "./duplicate-conditions-merged.ts";
import { eventDropped } from "./event-dropped.ts";
import { eventDuplicated } from "./event-duplicated.ts";
import { eventOnDryRun } from "./event-on-dry-run.ts";
import { eventOnNoOp } from "./event-on-no-op.ts";
import { eventOnRefusal } from "./event-on-refusal.ts";
import { eventWithoutStatus } from "./event-without-status.ts";
import { eventsSwapped } from "./events-swapped.ts";
import { existenceLeaks } from "./existence-leaks.ts";
import { expiredCursorIsNow } from "./expired-cursor-is-now.ts";
import { finalizersIgnored } from "./finalizers-ignored.ts";
import { foreignMembersRefused } from "./foreign-members-refused.ts";
import { generationCountsOtherWrites } from "./generation-counts-other-writes.ts";
import { generationCountsStatusWrites } from "./generation-counts-status-writes.ts";
import { generationStandsStill } from "./generation-stands-still.ts";
import { generationStartsAtZero } from "./generation-starts-at-zero.ts";
import { generationTakenFromBody } from "./generation-taken-from-body.ts";
import { ignoredWriteTakesVersion } from "./ignored-write-takes-version.ts";
import { ignoringValidationWarns } from "./ignoring-validation-warns.ts";
import { initialEventsEndUnmarked } from "./initial-events-end-unmarked.ts";
import { initialEventsSkipOne } from "./initial-events-skip-one.ts";
import { invalidCredentialIsAnonymous } from "./invalid-credential-is-anonymous.ts";
import { invalidStatusAccepted } from "./invalid-status-accepted.ts";
import { jsonPatchMovesRefused } from "./json-patch-moves-refused.ts";
import { jsonPatchStoresHalf } from "./json-patch-stores-half.ts";
import { jsonPatchTestsIgnored } from "./json-patch-tests-ignored.ts";
import { labelsLostOnStatusWrite } from "./labels-lost-on-status-write.ts";
import { labelsThroughStatusWrite } from "./labels-through-status-write.ts";
import { listsAreJoined } from "./lists-are-joined.ts";
import { listsAreWrittenOnce } from "./lists-are-written-once.ts";
import { listsCountFromZero } from "./lists-count-from-zero.ts";
import { listsOneBehind } from "./lists-one-behind.ts";
import { longConditionsRefused } from "./long-conditions-refused.ts";
import { managersNotShown } from "./managers-not-shown.ts";
import { mergePatchReplaces } from "./merge-patch-replaces.ts";
import { missingIsConflict } from "./missing-is-conflict.ts";
import { missingIsForbidden } from "./missing-is-forbidden.ts";
import { noOpTakesVersion } from "./no-op-takes-version.ts";
import { newKindRefusesStatuses } from "./new-kind-refuses-statuses.ts";
import { nullIgnoredInMergePatch } from "./null-ignored-in-merge-patch.ts";
import { observedGenerationFilledIn } from "./observed-generation-filled-in.ts";
import { openMembersDropped } from "./open-members-dropped.ts";
import { optionsAfterExistence } from "./options-after-existence.ts";
import { ownershipConflictNamesNobody } from "./ownership-conflict-names-nobody.ts";
import { plainStatusDropped } from "./plain-status-dropped.ts";
import { plainStatusNotValidated } from "./plain-status-not-validated.ts";
import { readerWritesStatus } from "./reader-writes-status.ts";
import { readsOneBehind } from "./reads-one-behind.ts";
import { reasonsAreOne } from "./reasons-are-one.ts";
import { replacementKeepsOmitted } from "./replacement-keeps-omitted.ts";
import { replyShowsOldVersion } from "./reply-shows-old-version.ts";
import { replyWithoutSpec } from "./reply-without-spec.ts";
import { reporterReads } from "./reporter-reads.ts";
import { resumeBeginsWithState } from "./resume-begins-with-state.ts";
import { resumeSkipsOne } from "./resume-skips-one.ts";
import { selectorEntryIsModified } from "./selector-entry-is-modified.ts";
import { selectorExitIsSilent } from "./selector-exit-is-silent.ts";
import { selectorIgnoredOnWatch } from "./selector-ignored-on-watch.ts";
import { separationEmptiesStatus } from "./separation-empties-status.ts";
import { specThroughStatusWrite } from "./spec-through-status-write.ts";
import { staleApplyAccepted } from "./stale-apply-accepted.ts";
import { staleJsonPatchAccepted } from "./stale-json-patch-accepted.ts";
import { staleMergePatchAccepted } from "./stale-merge-patch-accepted.ts";
import { staleSpecWriteRetried } from "./stale-spec-write-retried.ts";
import { staleStatusWriteRetried } from "./stale-status-write-retried.ts";
import { statusForgottenOnSpecWrite } from "./status-forgotten-on-spec-write.ts";
import { statusInSpecWriteRefused } from "./status-in-spec-write-refused.ts";
import { statusMutationWithoutSubresource } from "./status-mutation-without-subresource.ts";
import { statusRefusedWhileDeleting } from "./status-refused-while-deleting.ts";
import { statusThroughSpecWrite } from "./status-through-spec-write.ts";
import { statusWriteRevives } from "./status-write-revives.ts";
import { strangerReads } from "./stranger-reads.ts";
import { strictValidationIgnored } from "./strict-validation-ignored.ts";
import { successorInheritsStatus } from "./successor-inherits-status.ts";
import { takenNameIsOverwritten } from "./taken-name-is-overwritten.ts";
import { tenantLeavesNamespace } from "./tenant-leaves-namespace.ts";
import { transitionTimeSetByServer } from "./transition-time-set-by-server.ts";
import { uidFollowsVersion } from "./uid-follows-version.ts";
import { unknownMembersShown } from "./unknown-members-shown.ts";
import { unknownValidationModeIgnored } from "./unknown-validation-mode-ignored.ts";
import { unobservedReadsAsReady } from "./unobserved-reads-as-ready.ts";
import { validationBeforeAuthorization } from "./validation-before-authorization.ts";
import { validationBeforeVersion } from "./validation-before-version.ts";
import { versionlessReplacementAccepted } from "./versionless-replacement-accepted.ts";
import { versionlessWritesConflict } from "./versionless-writes-conflict.ts";
import { versionsPadded } from "./versions-padded.ts";
import { warningsLost } from "./warnings-lost.ts";
import { watchInEveryNamespace } from "./watch-in-every-namespace.ts";
import { watchNotAuthorized } from "./watch-not-authorized.ts";
import { watchersDiffer } from "./watchers-differ.ts";

/** All ways in which the proxy makes a correct API server wrong. */
export const proxyFaults: readonly ProxyFault[] = [
  acknowledgedWriteDropped,
  anonymousReads,
  anyVersionBeginsNow,
  applyKeepsOmitted,
  applyTakesFields,
  authorNeedsStatusPermission,
  authorWritesStatus,
  bareReplacementKeepsStatus,
  bodyNameIgnored,
  bookmarkGoesBack,
  bookmarkOvertakesEvent,
  bookmarksUnasked,
  codesAlternate,
  conditionsNotValidated,
  conflictIsInternal,
  controllerNeedsSpecPermission,
  controllerWritesSpec,
  createdWithStatus,
  creationIsModified,
  deletedEventDropped,
  deletedEventKeepsVersion,
  deletedEventWithoutStatus,
  deletionTimeMoves,
  dryRunAcceptsEverything,
  dryRunShowsStored,
  dryRunStores,
  duplicateConditionsMerged,
  eventDropped,
  eventDuplicated,
  eventOnDryRun,
  eventOnNoOp,
  eventOnRefusal,
  eventWithoutStatus,
  eventsSwapped,
  existenceLeaks,
  expiredCursorIsNow,
  finalizersIgnored,
  foreignMembersRefused,
  generationCountsOtherWrites,
  generationCountsStatusWrites,
  generationStandsStill,
  generationStartsAtZero,
  generationTakenFromBody,
  ignoredWriteTakesVersion,
  ignoringValidationWarns,
  initialEventsEndUnmarked,
  initialEventsSkipOne,
  invalidCredentialIsAnonymous,
  invalidStatusAccepted,
  jsonPatchMovesRefused,
  jsonPatchStoresHalf,
  jsonPatchTestsIgnored,
  labelsLostOnStatusWrite,
  labelsThroughStatusWrite,
  listsAreJoined,
  listsAreWrittenOnce,
  listsCountFromZero,
  listsOneBehind,
  longConditionsRefused,
  managersNotShown,
  mergePatchReplaces,
  missingIsConflict,
  missingIsForbidden,
  noOpTakesVersion,
  newKindRefusesStatuses,
  nullIgnoredInMergePatch,
  observedGenerationFilledIn,
  openMembersDropped,
  optionsAfterExistence,
  ownershipConflictNamesNobody,
  plainStatusDropped,
  plainStatusNotValidated,
  readerWritesStatus,
  readsOneBehind,
  reasonsAreOne,
  replacementKeepsOmitted,
  replyShowsOldVersion,
  replyWithoutSpec,
  reporterReads,
  resumeBeginsWithState,
  resumeSkipsOne,
  selectorEntryIsModified,
  selectorExitIsSilent,
  selectorIgnoredOnWatch,
  separationEmptiesStatus,
  specThroughStatusWrite,
  staleApplyAccepted,
  staleJsonPatchAccepted,
  staleMergePatchAccepted,
  staleSpecWriteRetried,
  staleStatusWriteRetried,
  statusForgottenOnSpecWrite,
  statusInSpecWriteRefused,
  statusMutationWithoutSubresource,
  statusRefusedWhileDeleting,
  statusThroughSpecWrite,
  statusWriteRevives,
  strangerReads,
  strictValidationIgnored,
  successorInheritsStatus,
  takenNameIsOverwritten,
  tenantLeavesNamespace,
  transitionTimeSetByServer,
  uidFollowsVersion,
  unknownMembersShown,
  unknownValidationModeIgnored,
  unobservedReadsAsReady,
  validationBeforeAuthorization,
  validationBeforeVersion,
  versionlessReplacementAccepted,
  versionlessWritesConflict,
  versionsPadded,
  warningsLost,
  watchInEveryNamespace,
  watchNotAuthorized,
  watchersDiffer,
  ...applyFaults,
];
