import type { Fault } from "../fault.ts";
import { anonymousMayRead } from "./anonymous-may-read.ts";
import { authorMayWriteStatusGenerically } from "./author-may-write-status-generically.ts";
import { bookmarkAheadOfEvents } from "./bookmark-ahead-of-events.ts";
import { bookmarkGoesBack } from "./bookmark-goes-back.ts";
import { bookmarkNamesLogPosition } from "./bookmark-names-log-position.ts";
import { bookmarkUnasked } from "./bookmark-unasked.ts";
import { checkThenAct } from "./check-then-act.ts";
import { coercionBeforeAuthorization } from "./coercion-before-authorization.ts";
import { conflictLooksInvalid } from "./conflict-looks-invalid.ts";
import { creationAnnouncedAsModified } from "./creation-announced-as-modified.ts";
import { creationReplacesExisting } from "./creation-replaces-existing.ts";
import { deletionKeepsVersion } from "./deletion-keeps-version.ts";
import { deletionNeverAnnounced } from "./deletion-never-announced.ts";
import { deniedCreationTellsTakenNames } from "./denied-creation-tells-taken-names.ts";
import { emptyVersionAccepted } from "./empty-version-accepted.ts";
import { eventCarriesPreviousState } from "./event-carries-previous-state.ts";
import { eventDuplicated } from "./event-duplicated.ts";
import { eventStreamLosesEvents } from "./event-stream-loses-events.ts";
import { eventStreamUnauthorized } from "./event-stream-unauthorized.ts";
import { eventWithoutStatus } from "./event-without-status.ts";
import { expiredCursorLooksInvalid } from "./expired-cursor-looks-invalid.ts";
import { expiredCursorResumesSilently } from "./expired-cursor-resumes-silently.ts";
import { expiryIgnored } from "./expiry-ignored.ts";
import { firstCauseOnly } from "./first-cause-only.ts";
import { forbiddenAfterExistence } from "./forbidden-after-existence.ts";
import { generationCountsMetadata } from "./generation-counts-metadata.ts";
import { generationCountsRepetitions } from "./generation-counts-repetitions.ts";
import { generationMovesWithStatus } from "./generation-moves-with-status.ts";
import { generationNeverMoves } from "./generation-never-moves.ts";
import { generationOutlivesObject } from "./generation-outlives-object.ts";
import { generationStartsAtZero } from "./generation-starts-at-zero.ts";
import { generationTakenFromClient } from "./generation-taken-from-client.ts";
import { genericWatchUnauthorized } from "./generic-watch-unauthorized.ts";
import { initialEventsEndFirst } from "./initial-events-end-first.ts";
import { initialEventsEndUnmarked } from "./initial-events-end-unmarked.ts";
import { initialEventsIncludeDeleted } from "./initial-events-include-deleted.ts";
import { initialEventsMissingOne } from "./initial-events-missing-one.ts";
import { initialEventsRepeatLive } from "./initial-events-repeat-live.ts";
import { initialEventsWithoutStatus } from "./initial-events-without-status.ts";
import { invalidStatusHidesMissingObject } from "./invalid-status-hides-missing-object.ts";
import { permissionFaults } from "./permissions/index.ts";
import { conditionFaults } from "./conditions/index.ts";
import { kindFaults } from "./kinds/index.ts";
import { lifecycleFaults } from "./lifecycle/index.ts";
import { labelWriteErasesStatus } from "./label-write-erases-status.ts";
import { listNotAuthorized } from "./list-not-authorized.ts";
import { listVersionNeverMoves } from "./list-version-never-moves.ts";
import { metadataInStatusWriteIgnored } from "./metadata-in-status-write-ignored.ts";
import { missingObjectConflicts } from "./missing-object-conflicts.ts";
import { nestedForeignMembersIgnored } from "./nested-foreign-members-ignored.ts";
import { noOpTakesVersion } from "./no-op-takes-version.ts";
import { notFoundHasNoCode } from "./not-found-has-no-code.ts";
import { observedZeroTakenForAbsent } from "./observed-zero-taken-for-absent.ts";
import { olderStateAnnouncedAgain } from "./older-state-announced-again.ts";
import { oneEventLostPerN } from "./one-event-lost-per-n.ts";
import { readersMayDelete } from "./readers-may-delete.ts";
import { refusedWriteAnnounced } from "./refused-write-announced.ts";
import { repeatedNotFoundChangesCode } from "./repeated-not-found-changes-code.ts";
import { replyWithoutSpec } from "./reply-without-spec.ts";
import { reportedObjectNeedsStatusPermission } from "./reported-object-needs-status-permission.ts";
import { resumeIncludesItsVersion } from "./resume-includes-its-version.ts";
import { resumeSkipsOne } from "./resume-skips-one.ts";
import { selectorEntryAnnouncedAsModified } from "./selector-entry-announced-as-modified.ts";
import { selectorExitIsSilent } from "./selector-exit-is-silent.ts";
import { socketWritesNotAuthorized } from "./socket-writes-not-authorized.ts";
import { specInStatusWriteIgnored } from "./spec-in-status-write-ignored.ts";
import { specWriteStoresStatus } from "./spec-write-stores-status.ts";
import { staleReads } from "./stale-reads.ts";
import { staleVersionAccepted } from "./stale-version-accepted.ts";
import { statusAcceptedOnCreate } from "./status-accepted-on-create.ts";
import { statusErasedBySpecWrite } from "./status-erased-by-spec-write.ts";
import { statusEventAfterNextWrite } from "./status-event-after-next-write.ts";
import { statusEventsHiddenFromAuthors } from "./status-events-hidden-from-authors.ts";
import { statusInSpecWriteIgnored } from "./status-in-spec-write-ignored.ts";
import { statusPermissionImpliesUpdate } from "./status-permission-implies-update.ts";
import { statusWriteAnnouncedAsAdded } from "./status-write-announced-as-added.ts";
import { statusWriteDropsAnnotations } from "./status-write-drops-annotations.ts";
import { statusWriteNeedsUpdatePermission } from "./status-write-needs-update-permission.ts";
import { statusWriteRevertsSpec } from "./status-write-reverts-spec.ts";
import { statusWriteStoresLabels } from "./status-write-stores-labels.ts";
import { statusWriteStoresSpec } from "./status-write-stores-spec.ts";
import { statusWritesNeverAnnounced } from "./status-writes-never-announced.ts";
import { unchangedWriteAnnounced } from "./unchanged-write-announced.ts";
import { unknownCredentialIsGuest } from "./unknown-credential-is-guest.ts";
import { unknownStatusMembersStored } from "./unknown-status-members-stored.ts";
import { validationAfterCommit } from "./validation-after-commit.ts";
import { validationBeforeVersion } from "./validation-before-version.ts";
import { versionBeforeAuthorization } from "./version-before-authorization.ts";
import { versionNotRequired } from "./version-not-required.ts";
import { versionsCountPerObject } from "./versions-count-per-object.ts";
import { watchIgnoresCursor } from "./watch-ignores-cursor.ts";
import { watchIgnoresLabels } from "./watch-ignores-labels.ts";
import { watchIgnoresNamespace } from "./watch-ignores-namespace.ts";
import { watchUnauthorized } from "./watch-unauthorized.ts";
import { writesCreateMissingObjects } from "./writes-create-missing-objects.ts";
import { disguisedFaults } from "./second-line/index.ts";
import { rareFaults } from "./rare/index.ts";
import { subtleFaults } from "./subtle/index.ts";
import { writeFaults } from "./writes/index.ts";
import { statusWriteReplacesStatus } from "./status-write-replaces-status.ts";
import { nullMemberKept } from "./null-member-kept.ts";
import { statusListsJoined } from "./status-lists-joined.ts";
import { statusWriteRenewsCreationTime } from "./status-write-renews-creation-time.ts";
import { everyKindHasStatus } from "./every-kind-has-status.ts";
import { foreignVersionTakenForAny } from "./foreign-version-taken-for-any.ts";
import { conflictHidesVersion } from "./conflict-hides-version.ts";
import { conflictTellsStaleVersion } from "./conflict-tells-stale-version.ts";
import { uidIgnored } from "./uid-ignored.ts";
import { statusWriteKeepsVersion } from "./status-write-keeps-version.ts";

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
