import type { AnyCheck } from "#harness";
import { bookmarks } from "./bookmarks.ts";
import { collectionInCommitOrder } from "./collection-in-commit-order.ts";
import { completeAndInOrder } from "./complete-and-in-order.ts";
import { deletionIsDeleted } from "./deletion-is-deleted.ts";
import { dryRunIsNoEvent } from "./dry-run-is-no-event.ts";
import { eventNeedsNoLaterWrite } from "./event-needs-no-later-write.ts";
import { expiredCursor } from "./expired-cursor.ts";
import { initialEvents } from "./initial-events.ts";
import { lastFinalizerIsDeleted } from "./last-finalizer-is-deleted.ts";
import { listsDuringWrites } from "./lists-during-writes.ts";
import { listThenWatch } from "./list-then-watch.ts";
import { namespaceFilter } from "./namespace-filter.ts";
import { nothingFollowsDeletion } from "./nothing-follows-deletion.ts";
import { oldPositionHidesNothing } from "./old-position-hides-nothing.ts";
import { oneEventPerWrite } from "./one-event-per-write.ts";
import { reconnectLosesNothing } from "./reconnect-loses-nothing.ts";
import { resumptionShowsDeletions } from "./resumption-shows-deletions.ts";
import { resumesAfterVersion } from "./resumes-after-version.ts";
import { sameOverEventStream } from "./same-over-event-stream.ts";
import { eventComesAfterItsState } from "./event-comes-after-its-state.ts";
import { restedWatchGoesOn } from "./rested-watch-goes-on.ts";
import { slowReaderDelaysNobody } from "./slow-reader-delays-nobody.ts";
import { selectorFilter } from "./selector-filter.ts";
import { selectorTransitions } from "./selector-transitions.ts";
import { versionsAdvance } from "./versions-advance.ts";
import { watchersAgree } from "./watchers-agree.ts";
import { anyVersionBeginsWithState } from "./any-version-begins-with-state.ts";

export const watchChecks: readonly AnyCheck[] = [
  // Starts first, because it takes longest.
  expiredCursor,
  restedWatchGoesOn,
  oneEventPerWrite,
  eventNeedsNoLaterWrite,
  dryRunIsNoEvent,
  deletionIsDeleted,
  lastFinalizerIsDeleted,
  nothingFollowsDeletion,
  completeAndInOrder,
  eventComesAfterItsState,
  versionsAdvance,
  collectionInCommitOrder,
  watchersAgree,
  slowReaderDelaysNobody,
  listThenWatch,
  listsDuringWrites,
  resumesAfterVersion,
  reconnectLosesNothing,
  resumptionShowsDeletions,
  oldPositionHidesNothing,
  bookmarks,
  initialEvents,
  anyVersionBeginsWithState,
  sameOverEventStream,
  namespaceFilter,
  selectorFilter,
  selectorTransitions,
];
