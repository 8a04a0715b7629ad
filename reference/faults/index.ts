import type { Fault } from "../store/fault.ts";
import { anonymousMayRead } from "./permissions/anonymous-may-read.ts";
import { authorMayWriteStatusGenerically } from "./permissions/author-may-write-status-generically.ts";
import { bookmarkAheadOfEvents } from "./watches/bookmark-ahead-of-events.ts";
import { bookmarkGoesBack } from "./watches/bookmark-goes-back.ts";
import { bookmarkNamesLogPosition } from "./watches/bookmark-names-log-position.ts";
import { bookmarkUnasked } from "./watches/bookmark-unasked.ts";
import { checkThenAct } from "./concurrency/check-then-act.ts";
import { coercionBeforeAuthorization } from "./permissions/coercion-before-authorization.ts";
import { conflictLooksInvalid } from "./errors/conflict-looks-invalid.ts";
import { creationAnnouncedAsModified } from "./watches/creation-announced-as-modified.ts";
import { creationReplacesExisting } from "./errors/creation-replaces-existing.ts";
import { deletionKeepsVersion } from "./watches/deletion-keeps-version.ts";
import { deletionNeverAnnounced } from "./watches/deletion-never-announced.ts";
import { deniedCreationTellsTakenNames } from "./permissions/denied-creation-tells-taken-names.ts";
import { emptyVersionAccepted } from "./concurrency/empty-version-accepted.ts";
import { eventCarriesPreviousState } from "./watches/event-carries-previous-state.ts";
import { eventDuplicated } from "./watches/event-duplicated.ts";
import { eventStreamLosesEvents } from "./watches/event-stream-loses-events.ts";
import { eventStreamUnauthorized } from "./permissions/event-stream-unauthorized.ts";
import { eventWithoutStatus } from "./watches/event-without-status.ts";
import { expiredCursorLooksInvalid } from "./watches/expired-cursor-looks-invalid.ts";
import { expiredCursorResumesSilently } from "./watches/expired-cursor-resumes-silently.ts";
import { expiryIgnored } from "./permissions/expiry-ignored.ts";
import { firstCauseOnly } from "./errors/first-cause-only.ts";
import { forbiddenAfterExistence } from "./permissions/forbidden-after-existence.ts";
import { generationCountsMetadata } from "./generation/generation-counts-metadata.ts";
import { generationCountsRepetitions } from "./generation/generation-counts-repetitions.ts";
import { generationMovesWithStatus } from "./generation/generation-moves-with-status.ts";
import { generationNeverMoves } from "./generation/generation-never-moves.ts";
import { generationOutlivesObject } from "./generation/generation-outlives-object.ts";
import { generationStartsAtZero } from "./generation/generation-starts-at-zero.ts";
import { generationTakenFromClient } from "./generation/generation-taken-from-client.ts";
import { genericWatchUnauthorized } from "./permissions/generic-watch-unauthorized.ts";
import { initialEventsEndFirst } from "./watches/initial-events-end-first.ts";
import { initialEventsEndUnmarked } from "./watches/initial-events-end-unmarked.ts";
import { initialEventsIncludeDeleted } from "./watches/initial-events-include-deleted.ts";
import { initialEventsMissingOne } from "./watches/initial-events-missing-one.ts";
import { initialEventsRepeatLive } from "./watches/initial-events-repeat-live.ts";
import { initialEventsWithoutStatus } from "./watches/initial-events-without-status.ts";
import { invalidStatusHidesMissingObject } from "./errors/invalid-status-hides-missing-object.ts";
import { permissionFaults } from "./permissions/index.ts";
import { conditionFaults } from "./conditions/index.ts";
import { kindFaults } from "./kinds/index.ts";
import { lifecycleFaults } from "./lifecycle/index.ts";
import { labelWriteErasesStatus } from "./isolation/label-write-erases-status.ts";
import { listNotAuthorized } from "./permissions/list-not-authorized.ts";
import { listVersionNeverMoves } from "./watches/list-version-never-moves.ts";
import { metadataInStatusWriteIgnored } from "./isolation/metadata-in-status-write-ignored.ts";
import { missingObjectConflicts } from "./errors/missing-object-conflicts.ts";
import { nestedForeignMembersIgnored } from "./isolation/nested-foreign-members-ignored.ts";
import { noOpTakesVersion } from "./concurrency/no-op-takes-version.ts";
import { notFoundHasNoCode } from "./errors/not-found-has-no-code.ts";
import { observedZeroTakenForAbsent } from "./generation/observed-zero-taken-for-absent.ts";
import { olderStateAnnouncedAgain } from "./watches/older-state-announced-again.ts";
import { oneEventLostPerN } from "./watches/one-event-lost-per-n.ts";
import { onlyPositionsCanBeResumed } from "./watches/only-positions-can-be-resumed.ts";
import { readersMayDelete } from "./permissions/readers-may-delete.ts";
import { refusedWriteAnnounced } from "./watches/refused-write-announced.ts";
import { repeatedNotFoundChangesCode } from "./errors/repeated-not-found-changes-code.ts";
import { replyWithoutSpec } from "./writes/reply-without-spec.ts";
import { reportedObjectNeedsStatusPermission } from "./permissions/reported-object-needs-status-permission.ts";
import { resumeIncludesItsVersion } from "./watches/resume-includes-its-version.ts";
import { resumeSkipsOne } from "./watches/resume-skips-one.ts";
import { selectorEntryAnnouncedAsModified } from "./watches/selector-entry-announced-as-modified.ts";
import { selectorExitIsSilent } from "./watches/selector-exit-is-silent.ts";
import { socketWritesNotAuthorized } from "./permissions/socket-writes-not-authorized.ts";
import { specInStatusWriteIgnored } from "./isolation/spec-in-status-write-ignored.ts";
import { specWriteStoresStatus } from "./isolation/spec-write-stores-status.ts";
import { staleReads } from "./writes/stale-reads.ts";
import { staleVersionAccepted } from "./concurrency/stale-version-accepted.ts";
import { statusAcceptedOnCreate } from "./isolation/status-accepted-on-create.ts";
import { statusErasedBySpecWrite } from "./isolation/status-erased-by-spec-write.ts";
import { statusEventAfterNextWrite } from "./watches/status-event-after-next-write.ts";
import { statusEventsHiddenFromAuthors } from "./watches/status-events-hidden-from-authors.ts";
import { statusInSpecWriteIgnored } from "./isolation/status-in-spec-write-ignored.ts";
import { statusPermissionImpliesUpdate } from "./permissions/status-permission-implies-update.ts";
import { statusWriteAnnouncedAsAdded } from "./watches/status-write-announced-as-added.ts";
import { statusWriteDropsAnnotations } from "./isolation/status-write-drops-annotations.ts";
import { statusWriteNeedsUpdatePermission } from "./permissions/status-write-needs-update-permission.ts";
import { statusWriteRevertsSpec } from "./isolation/status-write-reverts-spec.ts";
import { statusWriteStoresLabels } from "./isolation/status-write-stores-labels.ts";
import { statusWriteStoresSpec } from "./isolation/status-write-stores-spec.ts";
import { statusWritesNeverAnnounced } from "./watches/status-writes-never-announced.ts";
import { unchangedWriteAnnounced } from "./watches/unchanged-write-announced.ts";
import { unknownCredentialIsGuest } from "./permissions/unknown-credential-is-guest.ts";
import { unknownStatusMembersStored } from "./isolation/unknown-status-members-stored.ts";
import { validationAfterCommit } from "./isolation/validation-after-commit.ts";
import { validationBeforeVersion } from "./errors/validation-before-version.ts";
import { versionBeforeAuthorization } from "./permissions/version-before-authorization.ts";
import { versionNotRequired } from "./concurrency/version-not-required.ts";
import { versionsCountPerObject } from "./concurrency/versions-count-per-object.ts";
import { watchIgnoresCursor } from "./watches/watch-ignores-cursor.ts";
import { watchIgnoresLabels } from "./watches/watch-ignores-labels.ts";
import { watchIgnoresNamespace } from "./watches/watch-ignores-namespace.ts";
import { watchUnauthorized } from "./permissions/watch-unauthorized.ts";
import { writesCreateMissingObjects } from "./errors/writes-create-missing-objects.ts";
import { disguisedFaults } from "./second-line/index.ts";
import { rareFaults } from "./rare/index.ts";
import { subtleFaults } from "./subtle/index.ts";
import { writeFaults } from "./writes/index.ts";
import { statusWriteReplacesStatus } from "./writes/status-write-replaces-status.ts";
import { nullMemberKept } from "./writes/null-member-kept.ts";
import { statusListsJoined } from "./writes/status-lists-joined.ts";
import { statusWriteRenewsCreationTime } from "./writes/status-write-renews-creation-time.ts";
import { everyKindHasStatus } from "./writes/every-kind-has-status.ts";
import { foreignVersionTakenForAny } from "./concurrency/foreign-version-taken-for-any.ts";
import { conflictHidesVersion } from "./concurrency/conflict-hides-version.ts";
import { conflictTellsStaleVersion } from "./concurrency/conflict-tells-stale-version.ts";
import { uidIgnored } from "./concurrency/uid-ignored.ts";
import { statusWriteKeepsVersion } from "./concurrency/status-write-keeps-version.ts";

/** All faults, in the order in which they are listed to people. */
export const faults: readonly Fault[] = [
  statusWriteStoresSpec,
  statusAcceptedOnCreate,
  statusErasedBySpecWrite,
  staleVersionAccepted,
  checkThenAct,
  emptyVersionAccepted,
  versionNotRequired,
  noOpTakesVersion,
  generationMovesWithStatus,
  replyWithoutSpec,
  staleReads,
  conflictLooksInvalid,
  authorMayWriteStatusGenerically,
  forbiddenAfterExistence,
  statusPermissionImpliesUpdate,
  statusWriteNeedsUpdatePermission,
  reportedObjectNeedsStatusPermission,
  readersMayDelete,
  listNotAuthorized,
  anonymousMayRead,
  unknownCredentialIsGuest,
  expiryIgnored,
  deniedCreationTellsTakenNames,
  versionBeforeAuthorization,
  coercionBeforeAuthorization,
  socketWritesNotAuthorized,
  watchUnauthorized,
  genericWatchUnauthorized,
  oneEventLostPerN,
  eventDuplicated,
  resumeSkipsOne,
  statusWriteRevertsSpec,
  statusWriteDropsAnnotations,
  statusWriteStoresLabels,
  specInStatusWriteIgnored,
  metadataInStatusWriteIgnored,
  nestedForeignMembersIgnored,
  labelWriteErasesStatus,
  statusInSpecWriteIgnored,
  specWriteStoresStatus,
  unknownStatusMembersStored,
  validationAfterCommit,
  notFoundHasNoCode,
  repeatedNotFoundChangesCode,
  writesCreateMissingObjects,
  missingObjectConflicts,
  invalidStatusHidesMissingObject,
  creationReplacesExisting,
  firstCauseOnly,
  validationBeforeVersion,
  creationAnnouncedAsModified,
  deletionNeverAnnounced,
  deletionKeepsVersion,
  eventWithoutStatus,
  eventCarriesPreviousState,
  statusWritesNeverAnnounced,
  statusWriteAnnouncedAsAdded,
  olderStateAnnouncedAgain,
  statusEventAfterNextWrite,
  statusEventsHiddenFromAuthors,
  listVersionNeverMoves,
  watchIgnoresCursor,
  resumeIncludesItsVersion,
  onlyPositionsCanBeResumed,
  watchIgnoresNamespace,
  watchIgnoresLabels,
  selectorEntryAnnouncedAsModified,
  selectorExitIsSilent,
  versionsCountPerObject,
  generationStartsAtZero,
  generationOutlivesObject,
  generationNeverMoves,
  generationCountsMetadata,
  generationCountsRepetitions,
  generationTakenFromClient,
  observedZeroTakenForAbsent,
  refusedWriteAnnounced,
  unchangedWriteAnnounced,
  statusWriteReplacesStatus,
  nullMemberKept,
  statusListsJoined,
  statusWriteRenewsCreationTime,
  everyKindHasStatus,
  foreignVersionTakenForAny,
  conflictHidesVersion,
  conflictTellsStaleVersion,
  uidIgnored,
  statusWriteKeepsVersion,
  bookmarkAheadOfEvents,
  bookmarkGoesBack,
  bookmarkNamesLogPosition,
  bookmarkUnasked,
  eventStreamLosesEvents,
  eventStreamUnauthorized,
  expiredCursorLooksInvalid,
  expiredCursorResumesSilently,
  initialEventsEndFirst,
  initialEventsEndUnmarked,
  initialEventsIncludeDeleted,
  initialEventsMissingOne,
  initialEventsRepeatLive,
  initialEventsWithoutStatus,
  ...permissionFaults,
  ...kindFaults,
  ...conditionFaults,
  ...lifecycleFaults,
  ...writeFaults,
  ...rareFaults,
  ...subtleFaults,
  ...disguisedFaults,
];

/** Those that look right at the first look, among them some that are rare or take a sequence of commands. */
export const secondLineFaults: readonly Fault[] = faults.filter(({ line }) => line === "second");
