import { defineFault } from "../store/fault.ts";
import { isRefusal, refuseInvalid } from "../values/refusal.ts";
import { setTimeout } from "node:timers/promises";
import { isJsonObject } from "#contract";
import type { Resource } from "#contract";

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

export const bookmarkGoesBack = defineFault({
  name: "bookmark-goes-back",
  summary: "All bookmarks of a watch have the version of its first bookmark.",
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

export const bookmarkNamesLogPosition = defineFault({
  name: "bookmark-names-log-position",
  summary:
    "A bookmark contains a position in the event log instead of a version that a watch " +
    "can start from.",
  breaks: ["watch.resumes-from-bookmark"],
  change: (rules) => {
    let position = 0;
    return {
      announce: (outcome) => {
        const entries = rules.announce(outcome);
        position += entries.length;
        return entries;
      },
      // Adds one, because no version is 0.
      bookmark: (_newest, watcher) => rules.bookmark(position + 1, watcher),
    };
  },
});

export const bookmarkUnasked = defineFault({
  name: "bookmark-unasked",
  summary: "Every watch receives bookmarks, whether requested or not.",
  breaks: ["watch.bookmarks-only-on-request"],
  change: (rules) => ({
    bookmark: (newest, watcher) => rules.bookmark(newest, { ...watcher, bookmarks: true }),
  }),
});

export const expiredCursorLooksInvalid = defineFault({
  name: "expired-cursor-looks-invalid",
  summary: "A watch from a version older than the retained events is rejected as a client error.",
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

export const expiredCursorResumesSilently = defineFault({
  name: "expired-cursor-resumes-silently",
  summary:
    "A watch from a version older than the retained events starts with the oldest retained event.",
  breaks: ["watch.expired-cursor-is-refused"],
  // Only if the run has exceeded the retained events before a watch starts from its first version.
  mayBreak: ["watch.resumes-after-version"],
  change: (rules) => ({
    startAfter: (cursor, range) => {
      const after = rules.startAfter(cursor, range);
      return typeof after !== "number" && isRefusal(after) && after.code === "EXPIRED"
        ? range.oldest
        : after;
    },
  }),
});

export const initialEventsEndFirst = defineFault({
  name: "initial-events-end-first",
  summary: "The bookmark after a watch's initial events is sent before the last initial event.",
  breaks: ["watch.initial-events-end-is-marked"],
  change: (rules) => ({
    initialEvents: (objects, newest, watcher) => {
      const events = rules.initialEvents(objects, newest, watcher);
      const [last, end] = events.slice(-2);
      return last === undefined || end === undefined ? events : [...events.slice(0, -2), end, last];
    },
  }),
});

export const initialEventsEndUnmarked = defineFault({
  name: "initial-events-end-unmarked",
  summary: "The bookmark after a watch's initial events is not marked as the end of these events.",
  breaks: ["watch.initial-events-end-is-marked"],
  change: (rules) => ({
    initialEvents: (objects, newest, watcher) =>
      rules
        .initialEvents(objects, newest, watcher)
        .map(({ initialEventsEnd: _mark, ...event }) => event),
  }),
});

export const initialEventsIncludeDeleted = defineFault({
  name: "initial-events-include-deleted",
  summary: "A watch's initial events include objects that have already been deleted.",
  breaks: ["watch.initial-events-are-current-state"],
  requires: ["watch.initialEvents", "delete"],
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

export const initialEventsMissingOne = defineFault({
  name: "initial-events-missing-one",
  summary: "A watch's initial events omit the most recently created object.",
  breaks: ["watch.initial-events-are-current-state"],
  change: (rules) => ({
    initialEvents: (objects, newest, watcher) =>
      rules.initialEvents(objects.slice(0, -1), newest, watcher),
  }),
});

export const initialEventsRepeatLive = defineFault({
  name: "initial-events-repeat-live",
  summary:
    "After its initial events, a watch also delivers the earlier changes to the same objects.",
  breaks: ["watch.initial-events-are-current-state"],
  change: (rules) => ({
    replay: (retained, after, watcher) =>
      rules.replay(retained, watcher.initialEvents ? 0 : after, watcher),
  }),
});

export const initialEventsWithoutStatus = defineFault({
  name: "initial-events-without-status",
  summary: "A watch's initial events show objects without their status.",
  breaks: ["watch.initial-events-are-current-state"],
  change: (rules) => ({
    initialEvents: (objects, newest, watcher) => {
      const withoutStatus = objects.map(({ status: _status, ...object }) => object);
      return rules.initialEvents(withoutStatus, newest, watcher);
    },
  }),
});

export const listVersionNeverMoves = defineFault({
  name: "list-version-never-moves",
  summary: "Every list returns the version of the initial state, before any change.",
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

export const listVersionReadLate = defineFault({
  name: "list-version-read-late",
  summary: "A list reads its version a few milliseconds after its objects.",
  breaks: ["watch.list-then-watch"],
  change: (rules) => {
    let current: number | undefined;
    return {
      nextVersion: (newest, change) => {
        current = rules.nextVersion(newest, change);
        return current;
      },
      respond: async (result) => {
        const response = await rules.respond(result);
        const lists = Object.entries(response.data ?? {}).filter(([, list]) => isList(list));
        if (lists.length === 0 || current === undefined) return response;
        await setTimeout(readLateMs);
        const version = rules.listVersion(current);
        const renewed = lists.map(([name, list]) => [
          name,
          isJsonObject(list) ? { ...list, resourceVersion: version } : list,
        ]);
        return { ...response, data: { ...response.data, ...Object.fromEntries(renewed) } };
      },
    };
  },
});

/** Time between reading the objects and the version of a list, in milliseconds. */
const readLateMs = 10;

function isList(value: unknown): boolean {
  return isJsonObject(value) && "resourceVersion" in value && Array.isArray(value["items"]);
}

export const onlyPositionsCanBeResumed = defineFault({
  name: "only-positions-can-be-resumed",
  summary: "A watch is rejected unless it starts from the version of a list or of a bookmark.",
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
        const message = `Version ${cursor} is not the version of a list.`;
        return refuseInvalid([{ reason: "FieldValueInvalid", field: "resourceVersion", message }]);
      },
    };
  },
});

export const resumeIncludesItsVersion = defineFault({
  name: "resume-includes-its-version",
  summary: "A watch from a version repeats the last event at or before that version.",
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

export const resumeSkipsOne = defineFault({
  name: "resume-skips-one",
  summary: "A watch from a version loses the first event after that version.",
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

export const watchIgnoresCursor = defineFault({
  name: "watch-ignores-cursor",
  summary: "A watch from a version ignores the version and starts with the next event.",
  breaks: ["watch.resumes-after-version", "watch.list-then-watch", "watch.resumes-from-bookmark"],
  change: (rules) => ({
    startAfter: (cursor, range) => {
      const after = rules.startAfter(cursor, range);
      return typeof after === "number" ? range.newest : after;
    },
  }),
});

export const watchIgnoresLabels = defineFault({
  name: "watch-ignores-labels",
  summary: "A watch with a label selector delivers events for all objects.",
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

export const replayOmitsDeletions = defineFault({
  name: "replay-omits-deletions",
  summary: "A watch that resumes delivers no deletions that took place before it was opened.",
  breaks: ["watch.resumes-after-version"],
  mayBreak: [
    "watch.list-then-watch",
    "watch.resumes-from-bookmark",
    "kinds.objects-go-with-definition",
  ],
  requires: ["watch.resume", "delete"],
  change: (rules) => ({
    replay: (retained, after, watcher) =>
      rules.replay(retained, after, watcher).filter(({ type }) => type !== "DELETED"),
  }),
});

export const replayRepeatsDeletions = defineFault({
  name: "replay-repeats-deletions",
  summary: "A watch that resumes delivers each deletion that it missed twice.",
  breaks: ["watch.resumes-after-version"],
  mayBreak: ["watch.list-then-watch", "watch.resumes-from-bookmark", "watch.unique"],
  requires: ["watch.resume", "delete"],
  change: (rules) => ({
    replay: (retained, after, watcher) =>
      rules
        .replay(retained, after, watcher)
        .flatMap((entry) => (entry.type === "DELETED" ? [entry, entry] : [entry])),
  }),
});

export const watchedDeletionIgnoresNamespace = defineFault({
  name: "watched-deletion-ignores-namespace",
  summary: "A watch on one namespace delivers the deletions in all namespaces.",
  breaks: ["watch.namespace-filter"],
  requires: ["watch.namespace", "delete"],
  change: (rules) => ({
    eventFor: (entry, selects, watcher) => {
      const { namespace: _left, ...everywhere } = watcher.filter;
      const selected =
        entry.type === "DELETED"
          ? (object: Resource): boolean => rules.selects(everywhere, object, "watch")
          : selects;
      return rules.eventFor(entry, selected, watcher);
    },
  }),
});

export const watchIgnoresNamespace = defineFault({
  name: "watch-ignores-namespace",
  summary: "A watch on one namespace delivers events for all namespaces.",
  breaks: ["watch.namespace-filter"],
  change: (rules) => ({
    selects: (filter, object, use) => {
      const { namespace: _left, ...everywhere } = filter;
      return rules.selects(use === "watch" ? everywhere : filter, object, use);
    },
  }),
});
