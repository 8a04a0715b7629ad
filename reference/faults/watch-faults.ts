import { defineFault } from "../store/fault.ts";
import { describeKey, jsonEquals } from "#contract";
import type { LogEntry } from "../kinds/store-requests.ts";

/** One in `lossPeriod` events is lost. */
const lossPeriod = 3;

export const creationAnnouncedAsModified = defineFault({
  name: "creation-announced-as-modified",
  summary: "The event for a new object has the type MODIFIED.",
  breaks: ["watch.creation-is-added"],
  change: (rules) => ({
    eventFor: (entry, selects, watcher) => {
      const event = rules.eventFor(entry, selects, watcher);
      return event !== undefined && entry.type === "ADDED" ? { ...event, type: "MODIFIED" } : event;
    },
  }),
});

export const deletionKeepsVersion = defineFault({
  name: "deletion-keeps-version",
  summary: "A DELETED event has the version of the last write.",
  breaks: ["watch.deletion-is-deleted", "concurrency.versions-advance"],
  change: (rules) => ({
    nextVersion: (newest, change) =>
      change.before !== undefined && change.after === undefined
        ? Number(change.before.metadata.resourceVersion)
        : rules.nextVersion(newest, change),
  }),
});

export const deletionNeverAnnounced = defineFault({
  name: "deletion-never-announced",
  summary: "A deletion causes no event.",
  breaks: [
    "watch.deletion-is-deleted",
    "watch.last-finalizer-is-deleted",
    "kinds.objects-go-with-definition",
  ],
  // A watch that resumes before the deletion does not deliver it either.
  mayBreak: ["watch.resumes-after-version"],
  change: (rules) => ({
    announce: (outcome) => rules.announce(outcome).filter(({ type }) => type !== "DELETED"),
  }),
});

export const eventCarriesPreviousState = defineFault({
  name: "event-carries-previous-state",
  summary: "The event for a change contains the new version with the previous state of the object.",
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

export const eventDuplicated = defineFault({
  name: "event-duplicated",
  summary: "Every MODIFIED event is delivered twice.",
  breaks: [
    "watch.unique",
    "watch.one-event-per-write",
    "watch.list-then-watch",
    "watch.resumes-after-version",
  ],
  // If an event arrives late, its duplicate can arrive after a write that changes nothing.
  mayBreak: ["watch.nothing-for-no-op"],
  change: (rules) => ({
    deliver: (event, watcher, send) => {
      rules.deliver(event, watcher, send);
      if (event.type === "MODIFIED") rules.deliver(event, watcher, send);
    },
  }),
});

export const eventStreamLosesEvents = defineFault({
  name: "event-stream-loses-events",
  summary: "A watch over server-sent events loses every third event.",
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

export const eventWithoutStatus = defineFault({
  name: "event-without-status",
  summary: "Events contain the object without its status.",
  breaks: [
    "watch.event-carries-stored-object",
    "watch.deletion-is-deleted",
    "write.status-default-is-visible",
    "readiness.never-current-unobserved",
    "readiness.same-for-every-reader",
    "readiness.observed-generation-is-an-integer",
    "allocation.survives-other-writes",
  ],
  requires: ["watch"],
  change: (rules) => ({
    announce: (outcome) =>
      rules.announce(outcome).map(({ object: { status: _left, ...object }, ...entry }) => ({
        ...entry,
        object,
      })),
  }),
});

export const olderStateAnnouncedAgain = defineFault({
  name: "older-state-announced-again",
  summary: "The event for a status write is followed by an event with the preceding state.",
  breaks: [
    "watch.ordered",
    "watch.unique",
    "watch.one-event-per-write",
    "watch.creation-is-added",
    "watch.collection-in-commit-order",
    "watch.list-then-watch",
    "watch.resumes-after-version",
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

/** Offset for callers other than the controller. It makes watches of different callers lose different events. */
const shiftForOthers = 1;

export const oneEventLostPerN = defineFault({
  name: "one-event-lost-per-n",
  summary: "A watch loses every third MODIFIED event.",
  breaks: [
    "watch.no-gap",
    "watch.one-event-per-write",
    "watch.watchers-agree",
    "watch.resumes-after-version",
    "watch.resumes-from-bookmark",
  ],
  mayBreak: ["watch.list-then-watch"],
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

export const refusedWriteAnnounced = defineFault({
  name: "refused-write-announced",
  summary: "A rejected write to an existing object causes an event with the unchanged object.",
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

export const selectorEntryAnnouncedAsModified = defineFault({
  name: "selector-entry-announced-as-modified",
  summary: "An object that starts matching a watch is reported as MODIFIED.",
  breaks: ["watch.selector-entry-is-added"],
  change: (rules) => ({
    eventFor: (entry, selects, watcher) => {
      const event = rules.eventFor(entry, selects, watcher);
      const isEntry = entry.type === "MODIFIED" && event?.type === "ADDED";
      return isEntry ? { ...event, type: "MODIFIED" } : event;
    },
  }),
});

export const selectorExitIsSilent = defineFault({
  name: "selector-exit-is-silent",
  summary: "An object that stops matching a watch causes no event.",
  breaks: ["watch.selector-exit-is-deleted"],
  change: (rules) => ({
    eventFor: (entry, selects, watcher) => {
      const event = rules.eventFor(entry, selects, watcher);
      return entry.type === "MODIFIED" && event?.type === "DELETED" ? undefined : event;
    },
  }),
});

export const statusEventAfterNextWrite = defineFault({
  name: "status-event-after-next-write",
  summary: "The event for a status write is delayed until after the next write to the object.",
  breaks: [
    "watch.ordered",
    "watch.one-event-per-write",
    "watch.no-gap",
    "watch.collection-in-commit-order",
    "watch.list-then-watch",
    "watch.resumes-after-version",
    "watch.selector-exit-is-deleted",
    "concurrency.versions-advance",
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

export const statusEventsHiddenFromAuthors = defineFault({
  name: "status-events-hidden-from-authors",
  summary: "Watches opened by authors skip the events for status writes.",
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

export const statusWriteAnnouncedAsAdded = defineFault({
  name: "status-write-announced-as-added",
  summary: "The event for the first status write has the type ADDED.",
  breaks: ["watch.one-event-per-write", "watch.creation-is-added", "deletion.status-writes-go-on"],
  change: (rules) => ({
    eventFor: (entry, selects, watcher) => {
      const event = rules.eventFor(entry, selects, watcher);
      const isFirst = entry.before?.status === undefined && entry.object.status !== undefined;
      return event?.type === "MODIFIED" && isFirst ? { ...event, type: "ADDED" } : event;
    },
  }),
});

export const statusWritesNeverAnnounced = defineFault({
  name: "status-writes-never-announced",
  summary: "A status write causes no event.",
  breaks: [
    "watch.one-event-per-write",
    "watch.no-gap",
    "watch.list-then-watch",
    "watch.resumes-after-version",
  ],
  change: (rules) => ({
    announce: (outcome) => (outcome.request.verb === "updateStatus" ? [] : rules.announce(outcome)),
  }),
});

export const unchangedWriteAnnounced = defineFault({
  name: "unchanged-write-announced",
  summary: "A write that changes nothing causes an event with the unchanged object.",
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
