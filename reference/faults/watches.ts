import { defineFault } from "../store/fault.ts";
import { isRefusal, refuseInvalid } from "../values/refusal.ts";
import type { Resource } from "#contract";
import { describeKey, jsonEquals } from "#contract";
import type { LogEntry } from "../kinds/requests.ts";

/** One of this many events is lost. */
const lossPeriod = 3;

/** The position is told when a change is found, and the change itself a moment later. */
export const bookmarkAheadOfEvents = defineFault({
  name: "bookmark-ahead-of-events",
  summary: "A bookmark with the version of a change is delivered before the change.",
  breaks: ["watch.bookmark-covers-earlier-events"],
  change: (rules) => ({
    deliver: (event, watcher, send) => {
      const { resourceVersion } = event;
      if (watcher.bookmarks && event.type !== "BOOKMARK") {
        rules.deliver({ type: "BOOKMARK", resourceVersion }, watcher, send);
      }
      rules.deliver(event, watcher, send);
    },
  }),
});

/** The position is looked up for the first bookmark and kept for all others. */
export const bookmarkGoesBack = defineFault({
  name: "bookmark-goes-back",
  summary: "All bookmarks of a watch name the version of the first one.",
  breaks: ["watch.bookmarks-never-go-back", "watch.resumes-from-bookmark"],
  change: (rules) => {
    const first = new Map<number, number>();
    return {
      bookmark: (newest, watcher) => {
        const version = first.get(watcher.id) ?? newest;
        first.set(watcher.id, version);
        return rules.bookmark(version, watcher);
      },
    };
  },
});

/** The log numbers its entries, and versions are something else. */
export const bookmarkNamesLogPosition = defineFault({
  name: "bookmark-names-log-position",
  summary: "A bookmark names a position in the event log, which is no version to start from.",
  breaks: ["watch.resumes-from-bookmark"],
  change: (rules) => {
    let position = 0;
    return {
      announce: (outcome) => {
        const entries = rules.announce(outcome);
        position += entries.length;
        return entries;
      },
      // One more, because no version is 0.
      bookmark: (_newest, watcher) => rules.bookmark(position + 1, watcher),
    };
  },
});

/** Bookmarks were added later, and nobody thought of the watchers that do not know them. */
export const bookmarkUnasked = defineFault({
  name: "bookmark-unasked",
  summary: "Every watch gets bookmarks, whether it asked for them or not.",
  breaks: ["watch.bookmarks-only-on-request"],
  change: (rules) => ({
    bookmark: (newest, watcher) => rules.bookmark(newest, { ...watcher, bookmarks: true }),
  }),
});

/** Creations and changes go through the same upsert, which knows one event. */
export const creationAnnouncedAsModified = defineFault({
  name: "creation-announced-as-modified",
  summary: "The event of a creation is MODIFIED.",
  breaks: ["watch.creation-is-added"],
  change: (rules) => ({
    eventFor: (entry, selects, watcher) => {
      const event = rules.eventFor(entry, selects, watcher);
      return event !== undefined && entry.type === "ADDED" ? { ...event, type: "MODIFIED" } : event;
    },
  }),
});

/** A deletion stores nothing, so it takes no version. */
export const deletionKeepsVersion = defineFault({
  name: "deletion-keeps-version",
  summary: "A deletion has the version of the last write.",
  breaks: ["watch.deletion-is-deleted", "concurrency.versions-advance"],
  change: (rules) => ({
    nextVersion: (newest, change) =>
      change.before !== undefined && change.after === undefined
        ? Number(change.before.metadata.resourceVersion)
        : rules.nextVersion(newest, change),
  }),
});

/** Watches look at what is stored, and a deleted object is not. */
export const deletionNeverAnnounced = defineFault({
  name: "deletion-never-announced",
  summary: "A deletion is no event.",
  breaks: [
    "watch.deletion-is-deleted",
    "watch.last-finalizer-is-deleted",
    "kinds.objects-go-with-definition",
  ],
  change: (rules) => ({
    announce: (outcome) => rules.announce(outcome).filter(({ type }) => type !== "DELETED"),
  }),
});

/** The event is made from the object that was loaded, not from the one that was stored. */
export const eventCarriesPreviousState = defineFault({
  name: "event-carries-previous-state",
  summary: "The event of a change carries the state before it, with the new version.",
  breaks: [
    "watch.event-carries-stored-object",
    "readiness.never-current-unobserved",
    "readiness.same-for-every-reader",
    "readiness.observed-generation-is-an-integer",
    "deletion.waits-for-finalizers",
  ],
  change: (rules) => ({
    eventFor: (entry, selects, watcher) => {
      const event = rules.eventFor(entry, selects, watcher);
      if (event?.type !== "MODIFIED" || entry.before === undefined) return event;
      const { resourceVersion } = event;
      const metadata = { ...entry.before.metadata, resourceVersion };
      return { ...event, object: { ...entry.before, metadata } };
    },
  }),
});

/** Delivery is at least once, not exactly once. */
export const eventDuplicated = defineFault({
  name: "event-duplicated",
  summary: "Every MODIFIED is delivered twice.",
  breaks: [
    "watch.unique",
    "watch.one-event-per-write",
    "watch.list-then-watch",
    "watch.resumes-after-version",
    "watch.namespace-filter",
    "watch.selector-filter",
  ],
  change: (rules) => ({
    deliver: (event, watcher, send) => {
      rules.deliver(event, watcher, send);
      if (event.type === "MODIFIED") rules.deliver(event, watcher, send);
    },
  }),
});

/** Messages are joined into one on the way, and only the first of them is understood. */
export const eventStreamLosesEvents = defineFault({
  name: "event-stream-loses-events",
  summary: "Every third event of a watch over server-sent events is never delivered.",
  breaks: ["watch.watchers-agree"],
  change: (rules) => {
    const counts = new Map<number, number>();
    return {
      deliver: (event, watcher, send) => {
        const count = (counts.get(watcher.id) ?? 0) + 1;
        counts.set(watcher.id, count);
        if (watcher.caller.channel === "events" && count % lossPeriod === 0) return;
        rules.deliver(event, watcher, send);
      },
    };
  },
});

/** Events are made from the table of specs, and the status is in another one. */
export const eventWithoutStatus = defineFault({
  name: "event-without-status",
  summary: "Events carry the object without its status.",
  breaks: [
    "watch.event-carries-stored-object",
    "watch.deletion-is-deleted",
    "write.status-default-is-visible",
    "readiness.never-current-unobserved",
    "readiness.same-for-every-reader",
    "readiness.observed-generation-is-an-integer",
    "allocation.survives-other-writes",
  ],
  change: (rules) => ({
    announce: (outcome) =>
      rules.announce(outcome).map(({ object: { status: _left, ...object }, ...entry }) => ({
        ...entry,
        object,
      })),
  }),
});

/** A version that is no longer known is like one that never was. */
export const expiredCursorLooksInvalid = defineFault({
  name: "expired-cursor-looks-invalid",
  summary: "A watch from before the retained events is refused as a mistake of the client.",
  breaks: ["watch.expired-cursor-is-refused"],
  change: (rules) => ({
    startAfter: (cursor, range) => {
      const after = rules.startAfter(cursor, range);
      if (typeof after === "number" || after.code !== "EXPIRED") return after;
      const { message } = after;
      return refuseInvalid([{ reason: "FieldValueInvalid", field: "resourceVersion", message }]);
    },
  }),
});

/** A watch that comes too late starts with what there is. */
export const expiredCursorResumesSilently = defineFault({
  name: "expired-cursor-resumes-silently",
  summary: "A watch from before the retained events starts with the oldest of them.",
  breaks: ["watch.expired-cursor-is-refused"],
  change: (rules) => ({
    startAfter: (cursor, range) => {
      const after = rules.startAfter(cursor, range);
      return typeof after !== "number" && isRefusal(after) && after.code === "EXPIRED"
        ? range.oldest
        : after;
    },
  }),
});

/** The end is sent when the snapshot is ready, its objects when they are read. */
export const initialEventsEndFirst = defineFault({
  name: "initial-events-end-first",
  summary: "The end of the initial events of a watch is told before their last one.",
  breaks: ["watch.initial-events-end-is-marked"],
  change: (rules) => ({
    initialEvents: (objects, newest, watcher) => {
      const events = rules.initialEvents(objects, newest, watcher);
      const [last, end] = events.slice(-2);
      return last === undefined || end === undefined ? events : [...events.slice(0, -2), end, last];
    },
  }),
});

/** The last bookmark of the initial events looks like any other. */
export const initialEventsEndUnmarked = defineFault({
  name: "initial-events-end-unmarked",
  summary: "The bookmark after the initial events of a watch is not marked as their end.",
  breaks: ["watch.initial-events-end-is-marked"],
  change: (rules) => ({
    initialEvents: (objects, newest, watcher) =>
      rules
        .initialEvents(objects, newest, watcher)
        .map(({ initialEventsEnd: _mark, ...event }) => event),
  }),
});

/** Deleted objects are kept for a while, and the snapshot takes them along. */
export const initialEventsIncludeDeleted = defineFault({
  name: "initial-events-include-deleted",
  summary: "The initial events of a watch show objects that are deleted already.",
  breaks: ["watch.initial-events-are-current-state"],
  change: (rules) => {
    const deleted: Resource[] = [];
    return {
      announce: (outcome) => {
        const entries = rules.announce(outcome);
        for (const { type, object } of entries) if (type === "DELETED") deleted.push(object);
        return entries;
      },
      initialEvents: (objects, newest, watcher) => {
        const gone = deleted.filter((object) => rules.selects(watcher.filter, object, "watch"));
        return rules.initialEvents([...objects, ...gone], newest, watcher);
      },
    };
  },
});

/** The end of a range that is not part of it. */
export const initialEventsMissingOne = defineFault({
  name: "initial-events-missing-one",
  summary: "The initial events of a watch leave out the object that was created last.",
  breaks: ["watch.initial-events-are-current-state"],
  change: (rules) => ({
    initialEvents: (objects, newest, watcher) =>
      rules.initialEvents(objects.slice(0, -1), newest, watcher),
  }),
});

/** After the snapshot the log is read from its start, not from where the snapshot was taken. */
export const initialEventsRepeatLive = defineFault({
  name: "initial-events-repeat-live",
  summary: "After its initial events a watch delivers the changes that led to them.",
  breaks: ["watch.initial-events-are-current-state"],
  change: (rules) => ({
    replay: (retained, after, watcher) =>
      rules.replay(retained, watcher.initialEvents ? 0 : after, watcher),
  }),
});

/** The snapshot is read from a table that has the author's side alone. */
export const initialEventsWithoutStatus = defineFault({
  name: "initial-events-without-status",
  summary: "The initial events of a watch show objects without their status.",
  breaks: ["watch.initial-events-are-current-state"],
  change: (rules) => ({
    initialEvents: (objects, newest, watcher) => {
      const bare = objects.map(({ status: _status, ...object }) => object);
      return rules.initialEvents(bare, newest, watcher);
    },
  }),
});

/** The version of lists is read when the server starts, and never again. */
export const listVersionNeverMoves = defineFault({
  name: "list-version-never-moves",
  summary: "Every list names the version before the first change.",
  breaks: ["watch.list-then-watch"],
  change: (rules) => {
    let first: number | undefined;
    return {
      nextVersion: (newest, change) => {
        first ??= newest;
        return rules.nextVersion(newest, change);
      },
      listVersion: (newest) => rules.listVersion(first ?? newest),
    };
  },
});

/** After each change the state before it is sent once more, from a queue that was not confirmed. */
export const olderStateAnnouncedAgain = defineFault({
  name: "older-state-announced-again",
  summary: "The event of a status write is followed by that of the state before it.",
  breaks: [
    "watch.ordered",
    "watch.unique",
    "watch.one-event-per-write",
    "watch.creation-is-added",
    "watch.collection-in-commit-order",
    "watch.list-then-watch",
    "watch.resumes-after-version",
    "watch.namespace-filter",
    "watch.selector-filter",
    "concurrency.versions-advance",
    "watch.resumes-from-bookmark",
  ],
  change: (rules) => ({
    announce: (outcome) => {
      const entries = rules.announce(outcome);
      if (outcome.result !== "committed" || outcome.request.verb !== "updateStatus") return entries;
      const { before } = outcome;
      if (before === undefined) return entries;
      const version = Number(before.metadata.resourceVersion);
      return [...entries, { type: "MODIFIED", version, object: before, before }];
    },
  }),
});

/** Watches of different callers lose different ones: one connection is not the other. */
const shiftForOthers = 1;

/** Changes get lost on the way to a watch, one now and then. */
export const oneEventLostPerN = defineFault({
  name: "one-event-lost-per-n",
  summary: "Every third MODIFIED of a watch is never delivered.",
  breaks: [
    "watch.no-gap",
    "watch.one-event-per-write",
    "watch.watchers-agree",
    "watch.resumes-after-version",
    "watch.resumes-from-bookmark",
  ],
  change: (rules) => {
    const modified = new Map<number, number>();
    return {
      deliver: (event, watcher, send) => {
        const count = (modified.get(watcher.id) ?? 0) + (event.type === "MODIFIED" ? 1 : 0);
        modified.set(watcher.id, count);
        const shift = watcher.caller.identity.name === "controller" ? 0 : shiftForOthers;
        if (event.type === "MODIFIED" && (count + shift) % lossPeriod === 0) return;
        rules.deliver(event, watcher, send);
      },
    };
  },
});

/** A table of positions that were handed out, in which nobody enters the versions of objects. */
export const onlyPositionsCanBeResumed = defineFault({
  name: "only-positions-can-be-resumed",
  summary: "A watch is refused unless it starts from the version of a list or of a bookmark.",
  breaks: ["watch.resumes-after-version"],
  change: (rules) => {
    const positions = new Set<number>();
    return {
      listVersion: (newest) => {
        positions.add(newest);
        return rules.listVersion(newest);
      },
      bookmark: (newest, watcher) => {
        positions.add(newest);
        return rules.bookmark(newest, watcher);
      },
      initialEvents: (objects, newest, watcher) => {
        positions.add(newest);
        return rules.initialEvents(objects, newest, watcher);
      },
      startAfter: (cursor, range) => {
        const after = rules.startAfter(cursor, range);
        if (cursor === undefined || typeof after !== "number" || positions.has(after)) return after;
        const message = `Version ${cursor} is no position of a list.`;
        return refuseInvalid([{ reason: "FieldValueInvalid", field: "resourceVersion", message }]);
      },
    };
  },
});

/** The event is queued before the write is checked. */
export const refusedWriteAnnounced = defineFault({
  name: "refused-write-announced",
  summary: "A refused write of a stored object is an event with the unchanged object.",
  breaks: ["watch.nothing-for-refused", "watch.unique"],
  change: (rules) => ({
    announce: (outcome) => {
      if (outcome.result !== "refused" || outcome.stored === undefined) {
        return rules.announce(outcome);
      }
      const { stored } = outcome;
      const version = Number(stored.metadata.resourceVersion);
      return [{ type: "MODIFIED", version, object: stored, before: stored }];
    },
  }),
});

/** At or after, in place of after. */
export const resumeIncludesItsVersion = defineFault({
  name: "resume-includes-its-version",
  summary: "A watch from a version begins with the last event up to that version.",
  breaks: ["watch.resumes-after-version", "watch.list-then-watch", "watch.resumes-from-bookmark"],
  change: (rules) => ({
    replay: (retained, after, watcher) => {
      const replayed = rules.replay(retained, after, watcher);
      if (watcher.cursor === undefined) return replayed;
      const known = retained.findLast(
        ({ version, object }) => version <= after && rules.selects(watcher.filter, object, "watch"),
      );
      return known === undefined ? replayed : [known, ...replayed];
    },
  }),
});

/** A resumed watch starts one event too late. */
export const resumeSkipsOne = defineFault({
  name: "resume-skips-one",
  summary: "A watch from a version loses the first event after it.",
  breaks: [
    "watch.resumes-after-version",
    "watch.list-then-watch",
    "watch.resumes-from-bookmark",
    "kinds.served-once-defined",
  ],
  change: (rules) => {
    const skipped = new Set<number>();
    return {
      deliver: (event, watcher, send) => {
        const isFirst = !skipped.has(watcher.id);
        skipped.add(watcher.id);
        if (isFirst && watcher.cursor !== undefined) return;
        rules.deliver(event, watcher, send);
      },
    };
  },
});

/** The type of an event follows the write, not what the watcher knows. */
export const selectorEntryAnnouncedAsModified = defineFault({
  name: "selector-entry-announced-as-modified",
  summary: "An object that comes to match a watch is MODIFIED.",
  breaks: ["watch.selector-entry-is-added"],
  change: (rules) => ({
    eventFor: (entry, selects, watcher) => {
      const event = rules.eventFor(entry, selects, watcher);
      const isEntry = entry.type === "MODIFIED" && event?.type === "ADDED";
      return isEntry ? { ...event, type: "MODIFIED" } : event;
    },
  }),
});

/** The filter looks at the new state alone, and that does not match. */
export const selectorExitIsSilent = defineFault({
  name: "selector-exit-is-silent",
  summary: "An object that ceases to match a watch leaves it without an event.",
  breaks: ["watch.selector-exit-is-deleted"],
  change: (rules) => ({
    eventFor: (entry, selects, watcher) => {
      const event = rules.eventFor(entry, selects, watcher);
      return entry.type === "MODIFIED" && event?.type === "DELETED" ? undefined : event;
    },
  }),
});

/** Two queues: events of status writes wait until the object is written again, and come after that. */
export const statusEventAfterNextWrite = defineFault({
  name: "status-event-after-next-write",
  summary: "The event of a status write is held back until after the next write of the object.",
  breaks: [
    "watch.ordered",
    "watch.one-event-per-write",
    "watch.no-gap",
    "watch.collection-in-commit-order",
    "watch.list-then-watch",
    "watch.resumes-after-version",
    "watch.namespace-filter",
    "watch.selector-filter",
    "watch.selector-exit-is-deleted",
    "concurrency.versions-advance",
    "kinds.served-once-defined",
    "deletion.nothing-comes-back",
  ],
  change: (rules) => {
    const held = new Map<string, readonly LogEntry[]>();
    return {
      announce: (outcome) => {
        const entries = rules.announce(outcome);
        if (outcome.result !== "committed") return entries;
        const name = describeKey(outcome.request.key);
        const late = held.get(name);
        held.delete(name);
        if (late !== undefined) return [...entries, ...late];
        if (outcome.request.verb !== "updateStatus") return entries;
        held.set(name, entries);
        return [];
      },
    };
  },
});

/** Users care for what they asked for, somebody thought. */
export const statusEventsHiddenFromAuthors = defineFault({
  name: "status-events-hidden-from-authors",
  summary: "Watches of authors tell nothing of status writes.",
  breaks: ["watch.watchers-agree"],
  change: (rules) => ({
    eventFor: (entry, selects, watcher) => {
      const isReport =
        entry.before !== undefined && !jsonEquals(entry.before.status, entry.object.status);
      const isHidden = isReport && watcher.caller.identity.name === "author";
      return isHidden ? undefined : rules.eventFor(entry, selects, watcher);
    },
  }),
});

/** The first status of an object is taken for the object itself. */
export const statusWriteAnnouncedAsAdded = defineFault({
  name: "status-write-announced-as-added",
  summary: "The event of the first status write is ADDED.",
  breaks: ["watch.one-event-per-write", "watch.creation-is-added", "deletion.status-writes-go-on"],
  change: (rules) => ({
    eventFor: (entry, selects, watcher) => {
      const event = rules.eventFor(entry, selects, watcher);
      const isFirst = entry.before?.status === undefined && entry.object.status !== undefined;
      return event?.type === "MODIFIED" && isFirst ? { ...event, type: "ADDED" } : event;
    },
  }),
});

/** The status is written past the code that tells the watches. */
export const statusWritesNeverAnnounced = defineFault({
  name: "status-writes-never-announced",
  summary: "A status write is no event.",
  breaks: [
    "watch.one-event-per-write",
    "watch.no-gap",
    "watch.list-then-watch",
    "watch.resumes-after-version",
    "watch.namespace-filter",
    "watch.selector-filter",
    "kinds.served-once-defined",
  ],
  change: (rules) => ({
    announce: (outcome) => (outcome.request.verb === "updateStatus" ? [] : rules.announce(outcome)),
  }),
});

/** Every accepted write wakes the watches, also one that was not stored. */
export const unchangedWriteAnnounced = defineFault({
  name: "unchanged-write-announced",
  summary: "A write that changes nothing is an event with the unchanged object.",
  breaks: ["watch.nothing-for-no-op"],
  change: (rules) => ({
    announce: (outcome) => {
      if (outcome.result !== "unchanged") return rules.announce(outcome);
      const { stored } = outcome;
      const version = Number(stored.metadata.resourceVersion);
      return [{ type: "MODIFIED", version, object: stored, before: stored }];
    },
  }),
});

/** The argument is there, and nothing reads it. */
export const watchIgnoresCursor = defineFault({
  name: "watch-ignores-cursor",
  summary: "A watch from a version starts with what comes next.",
  breaks: ["watch.resumes-after-version", "watch.list-then-watch", "watch.resumes-from-bookmark"],
  change: (rules) => ({
    startAfter: (cursor, range) => {
      const after = rules.startAfter(cursor, range);
      return typeof after === "number" ? range.newest : after;
    },
  }),
});

/** Labels select in lists alone. */
export const watchIgnoresLabels = defineFault({
  name: "watch-ignores-labels",
  summary: "A watch limited by labels tells of all objects.",
  breaks: [
    "watch.selector-filter",
    "watch.selector-entry-is-added",
    "watch.selector-exit-is-deleted",
  ],
  change: (rules) => ({
    selects: (filter, object, use) => {
      const { selector: _left, ...all } = filter;
      return rules.selects(use === "watch" ? all : filter, object, use);
    },
  }),
});

/** The filter of lists was not taken over for watches. */
export const watchIgnoresNamespace = defineFault({
  name: "watch-ignores-namespace",
  summary: "A watch on one namespace tells of all namespaces.",
  breaks: ["watch.namespace-filter"],
  change: (rules) => ({
    selects: (filter, object, use) => {
      const { namespace: _left, ...everywhere } = filter;
      return rules.selects(use === "watch" ? everywhere : filter, object, use);
    },
  }),
});
