import { resourceVersion } from "#contract";
import { loseOneEventIn, oneIn, readBehindOneIn } from "./fault-parts.ts";
import { defineFault } from "../store/fault.ts";
import type { Resource, WatchEvent } from "#contract";

/** Position of the version of a late bookmark among all versions, counted from the newest, which is 1. */
const stepsBack = 20;

export const bookmarkGoesBackOneIn20 = defineFault({
  name: "bookmark-goes-back-one-in-20",
  summary: "One bookmark in 20 has the version of an earlier change instead of the newest.",
  phase: "history",
  breaks: ["watch.bookmarks-never-go-back"],
  change: (rules) => {
    const isRare = oneIn(20);
    const versions: string[] = [];
    return {
      announce: (outcome) => {
        const entries = rules.announce(outcome);
        for (const { version } of entries) versions.push(String(version));
        return entries;
      },
      bookmark: (newest, watcher) => {
        const bookmark = rules.bookmark(newest, watcher);
        const older = versions.at(-stepsBack);
        if (bookmark === undefined || older === undefined || !isRare()) return bookmark;
        return { ...bookmark, resourceVersion: resourceVersion(older) };
      },
    };
  },
});

export const eventLostOneIn1000 = defineFault({
  name: "event-lost-one-in-1000",
  summary: "One event in 1,000 is never delivered.",
  phase: "history",
  breaks: ["watch.no-gap", "watch.bookmark-covers-earlier-events"],
  change: loseOneEventIn(1_000),
});

export const eventLostOneIn200 = defineFault({
  name: "event-lost-one-in-200",
  summary: "One event in 200 is never delivered.",
  line: "second",
  phase: "history",
  breaks: ["watch.no-gap", "watch.bookmark-covers-earlier-events"],
  change: loseOneEventIn(200),
});

export const eventOfRefusedWriteOneIn200 = defineFault({
  name: "event-of-refused-write-one-in-200",
  summary: "One in 200 rejected stale status writes causes an event, as if it had been stored.",
  phase: "history",
  breaks: ["watch.one-event-per-write"],
  change: (rules) => {
    const isRare = oneIn(200);
    return {
      announce: (outcome) => {
        const { result, request } = outcome;
        const isStale = result === "refused" && outcome.refusal.code === "CONFLICT";
        const stored = result === "refused" ? outcome.stored : undefined;
        const { status } = request.content;
        if (!isStale || stored === undefined || !status || !isRare())
          return rules.announce(outcome);
        // A version that no response has contained.
        const version = Number(stored.metadata.resourceVersion) + 0.5;
        const metadata = { ...stored.metadata, resourceVersion: resourceVersion(String(version)) };
        return [
          { type: "MODIFIED", version, object: { ...stored, metadata, status }, before: stored },
        ];
      },
    };
  },
});

export const eventRepeatedOneIn200 = defineFault({
  name: "event-repeated-one-in-200",
  summary: "One event in 200 is delivered twice.",
  phase: "history",
  breaks: ["watch.unique"],
  change: (rules) => {
    const isRare = oneIn(200);
    return {
      deliver: (event, watcher, send) => {
        rules.deliver(event, watcher, send);
        if (event.type !== "BOOKMARK" && isRare()) rules.deliver(event, watcher, send);
      },
    };
  },
});

export const eventTornOneIn200 = defineFault({
  name: "event-torn-one-in-200",
  summary: "One event in 200 contains the status of the preceding version.",
  phase: "history",
  breaks: ["watch.event-carries-stored-object"],
  change: (rules) => {
    const isRare = oneIn(200);
    return {
      eventFor: (entry, selects, watcher) => {
        const event = rules.eventFor(entry, selects, watcher);
        const status = entry.before?.status;
        if (event?.type !== "MODIFIED" || event.object === undefined || status === undefined)
          return event;
        return isRare() ? { ...event, object: { ...event.object, status } } : event;
      },
    };
  },
});

export const eventsSwappedOneIn200 = defineFault({
  name: "events-swapped-one-in-200",
  summary: "One event in 200 is delivered after the next event.",
  phase: "history",
  breaks: [
    "watch.ordered",
    "watch.collection-in-commit-order",
    "watch.bookmark-covers-earlier-events",
  ],
  change: (rules) => {
    const isRare = oneIn(200);
    const held = new Map<number, WatchEvent>();
    return {
      deliver: (event, watcher, send) => {
        const late = held.get(watcher.id);
        if (late === undefined && event.type !== "BOOKMARK" && isRare()) {
          held.set(watcher.id, event);
          return;
        }
        rules.deliver(event, watcher, send);
        if (late === undefined || event.type === "BOOKMARK") return;
        held.delete(watcher.id);
        rules.deliver(late, watcher, send);
      },
    };
  },
});

export const objectMissingOneIn200 = defineFault({
  name: "object-missing-one-in-200",
  summary: "One read in 200 reports an existing object as missing.",
  phase: "history",
  breaks: ["write.visible-to-later-reads"],
  change: (rules) => {
    const isRare = oneIn(200);
    return {
      read: (access, states) =>
        states !== undefined && isRare() ? undefined : rules.read(access, states),
    };
  },
});

export const replicaBehindOneIn1000 = defineFault({
  name: "replica-behind-one-in-1000",
  summary: "One read in 1,000 shows the object as it was before its last write.",
  phase: "history",
  breaks: ["write.visible-to-later-reads"],
  change: readBehindOneIn(1_000),
});

export const replicaBehindOneIn200 = defineFault({
  name: "replica-behind-one-in-200",
  summary: "One read in 200 shows the object as it was before its last write.",
  line: "second",
  phase: "history",
  breaks: ["write.visible-to-later-reads"],
  change: readBehindOneIn(200),
});

export const resumeRepeatsOneIn20 = defineFault({
  name: "resume-repeats-one-in-20",
  summary: "One resumed watch in 20 starts with the event for the version that it resumes from.",
  phase: "history",
  breaks: ["watch.resumes-after-version", "watch.unique"],
  change: (rules) => {
    const isRare = oneIn(20);
    return {
      replay: (retained, after, watcher) => {
        const replayed = rules.replay(retained, after, watcher);
        if (watcher.cursor === undefined || !isRare()) return replayed;
        const own = retained.filter(({ version }) => version === after);
        return [...own, ...replayed];
      },
    };
  },
});

export const resumeSkipsOneIn5 = defineFault({
  name: "resume-skips-one-in-5",
  summary: "One resumed watch in 5 loses its first event.",
  line: "second",
  phase: "history",
  breaks: ["watch.resumes-after-version", "watch.no-gap", "watch.bookmark-covers-earlier-events"],
  change: (rules) => {
    const isRare = oneIn(5);
    return {
      replay: (retained, after, watcher) => {
        const replayed = rules.replay(retained, after, watcher);
        const selects = (object: Resource): boolean =>
          rules.selects(watcher.filter, object, "watch");
        const first = replayed.findIndex((entry) => rules.eventFor(entry, selects, watcher));
        const isResumed = watcher.cursor !== undefined && first >= 0;
        return isResumed && isRare() ? replayed.toSpliced(first, 1) : replayed;
      },
    };
  },
});
