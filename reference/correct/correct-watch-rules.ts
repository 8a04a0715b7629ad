import { resourceVersion } from "#contract";
import type { Resource, WatchEvent } from "#contract";
import { refuse, refuseInvalid } from "../values/refusal.ts";
import type { Refusal } from "../values/refusal.ts";
import type { LogEntry, LogRange, WriteOutcome } from "../kinds/store-requests.ts";
import type { WatchRules } from "../rules/rules.ts";

export const watchRules: WatchRules = {
  announce,
  startAfter,
  initialEvents,
  replay: (retained, after) => retained.filter((entry) => entry.version > after),
  eventFor,
  bookmark: (newest, watcher) => (watcher.bookmarks ? bookmarkAt(newest) : undefined),
  deliver: (event, _watcher, send) => send(event),
  isOver: () => false,
  mostQueued: (limit) => limit,
  overflow: () =>
    refuse(
      "RATE_LIMITED",
      "The reader is too slow: list again, and watch from the version of the list.",
      {
        reason: "SlowReader",
        retryAfterSeconds: 1,
      },
    ),
};

function announce(outcome: WriteOutcome): readonly LogEntry[] {
  if (outcome.result !== "committed") return [];
  const { version, before, after, isRemoval } = outcome;
  if (before === undefined) return [{ type: "ADDED", version, object: after }];
  return [{ type: isRemoval ? "DELETED" : "MODIFIED", version, object: after, before }];
}

function startAfter(cursor: string | undefined, range: LogRange): number | Refusal {
  if (cursor === undefined) return range.newest;
  if (!/^[1-9][0-9]{0,15}$/.test(cursor)) {
    const field = "resourceVersion";
    const message = "resourceVersion was not issued by this server.";
    return refuseInvalid([{ reason: "FieldValueInvalid", field, message }]);
  }
  const version = Number(cursor);
  // A version above the newest one was issued by an earlier run of the server, whose events are no longer available.
  if (version < range.oldest || version > range.newest) {
    return refuse("EXPIRED", `The events after version ${cursor} are not retained: list again.`);
  }
  return version;
}

function initialEvents(objects: readonly Resource[], newest: number): readonly WatchEvent[] {
  const added = objects.map((object): WatchEvent => {
    return { type: "ADDED", resourceVersion: object.metadata.resourceVersion, object };
  });
  return [...added, { ...bookmarkAt(newest), initialEventsEnd: true }];
}

function bookmarkAt(version: number): WatchEvent {
  return { type: "BOOKMARK", resourceVersion: resourceVersion(String(version)) };
}

function eventFor(entry: LogEntry, selects: (object: Resource) => boolean): WatchEvent | undefined {
  const { before, object } = entry;
  const version = resourceVersion(String(entry.version));
  const was = before !== undefined && selects(before);
  const is = entry.type !== "DELETED" && selects(object);
  if (is) return { type: was ? "MODIFIED" : "ADDED", resourceVersion: version, object };
  if (!was) return undefined;
  // An object that stops matching is shown in its last matching state, with the version of the change.
  const last = { ...before, metadata: { ...before.metadata, resourceVersion: version } };
  return {
    type: "DELETED",
    resourceVersion: version,
    object: entry.type === "DELETED" ? object : last,
  };
}
