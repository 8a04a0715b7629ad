import { brokenByLostEvents } from "./fault-parts.ts";
import type { LogEntry, Watcher } from "../kinds/store-requests.ts";
import { defineFault } from "../store/fault.ts";
import { setTimeout as wait } from "node:timers/promises";

const behindMs = 100;

export const eventBeforeStore = defineFault({
  name: "event-before-store",
  summary:
    "For 100 ms after the event for a write, and until the response to the write, reads show the object as it was before the write.",
  line: "second",
  breaks: [
    "write.visible-to-later-reads",
    "write.warning-validation-tells-unknown-members",
    "isolation.refused-write-changes-nothing",
  ],
  requires: ["watch"],
  change: (rules) => {
    /** Number of writes to each object that reads do not show yet, by uid. */
    const behind = new Map<string, number>();
    let last: Promise<unknown> = Promise.resolve();
    const hide = async (uid: string): Promise<void> => {
      behind.set(uid, (behind.get(uid) ?? 0) + 1);
      await wait(behindMs);
      behind.set(uid, (behind.get(uid) ?? 1) - 1);
    };
    return {
      announce: (outcome) => {
        if (outcome.result === "committed" && outcome.before !== undefined) {
          last = hide(outcome.after.metadata.uid);
        }
        return rules.announce(outcome);
      },
      read: (access, states) => {
        const isBehind = (behind.get(states?.current.metadata.uid ?? "") ?? 0) > 0;
        return isBehind && states?.previous !== undefined
          ? states.previous
          : rules.read(access, states);
      },
      respond: (result) =>
        isWrite(result.data) ? last.then(() => rules.respond(result)) : rules.respond(result),
    };
  },
});

function isWrite(data: unknown): boolean {
  return (
    typeof data === "object" &&
    data !== null &&
    Object.keys(data).some((field) => /^(?:create|update|delete|patch|replace)/.test(field))
  );
}

const maxWaiting = 16;

export const slowWatchLosesEvents = defineFault({
  name: "slow-watch-loses-events",
  summary: "Events for a reader that does not keep up are dropped, although its watch continues.",
  line: "second",
  breaks: ["watch.no-gap"],
  mayBreak: brokenByLostEvents,
  change: (rules) => ({
    deliver: (event, watcher, send) => {
      if (watcher.queuedEvents() < maxWaiting) rules.deliver(event, watcher, send);
    },
  }),
});

const retryMs = 20;

export const slowReaderBlocksWrites = defineFault({
  name: "slow-reader-blocks-writes",
  summary: "The response to a write waits until every slow reader has caught up.",
  line: "second",
  breaks: ["watch.slow-reader-delays-nobody"],
  change: (rules) => {
    const slow = new Set<Watcher>();
    const areReady = async (): Promise<void> => {
      while ([...slow].some((watcher) => watcher.queuedEvents() >= maxWaiting)) await wait(retryMs);
      slow.clear();
    };
    return {
      deliver: (event, watcher, send) => {
        rules.deliver(event, watcher, send);
        if (watcher.queuedEvents() >= maxWaiting) slow.add(watcher);
      },
      respond: (result) =>
        isWrite(result.data) && slow.size > 0
          ? areReady().then(() => rules.respond(result))
          : rules.respond(result),
    };
  },
});

export const everyThirdWatchLosesItsThirdEvent = defineFault({
  name: "every-third-watch-loses-its-third-event",
  summary: "Every third watch loses its third event.",
  line: "second",
  // The third event can be the bookmark at the end of the initial events.
  breaks: [...brokenByLostEvents, "watch.initial-events-end-is-marked"],
  change: (rules) => {
    const counts = new Map<number, number>();
    return {
      deliver: (event, watcher, send) => {
        const count = (counts.get(watcher.id) ?? 0) + 1;
        counts.set(watcher.id, count);
        if (watcher.id % 3 !== 0 || count !== 3) rules.deliver(event, watcher, send);
      },
    };
  },
});

export const idleWatchLosesNext = defineFault({
  name: "idle-watch-loses-next",
  summary: "A watch that was idle for 300 ms loses its next event.",
  line: "second",
  breaks: brokenByLostEvents,
  change: (rules) => {
    const lastMs = new Map<number, number>();
    return {
      deliver: (event, watcher, send) => {
        const nowMs = performance.now();
        const quietMs = nowMs - (lastMs.get(watcher.id) ?? nowMs);
        lastMs.set(watcher.id, nowMs);
        if (quietMs <= 300) rules.deliver(event, watcher, send);
      },
    };
  },
});

export const statusEventWaitsForSpecWrite = defineFault({
  name: "status-event-waits-for-spec-write",
  summary: "The event for a status write is delivered with the next write to any object.",
  line: "second",
  breaks: ["watch.one-event-per-write"],
  // A bookmark between the two writes arrives before the event. A watch that starts at a list between them delivers an
  // event that the list already contains.
  mayBreak: ["watch.bookmark-covers-earlier-events", "watch.list-then-watch"],
  change: (rules) => {
    let held: readonly LogEntry[] = [];
    return {
      announce: (outcome) => {
        const entries = rules.announce(outcome);
        if (outcome.result !== "committed") return entries;
        if (outcome.request.verb === "updateStatus") {
          held = [...held, ...entries];
          return [];
        }
        const all = [...held, ...entries];
        held = [];
        return all;
      },
    };
  },
});

export const secondResumeSkipsFirst = defineFault({
  name: "second-resume-skips-first",
  summary: "The second watch that resumes from the same version loses its first event.",
  line: "second",
  breaks: [
    "watch.resumes-after-version",
    "watch.no-gap",
    "watch.list-then-watch",
    "watch.resumes-from-bookmark",
  ],
  change: (rules) => {
    const resumed = new Set<string>();
    const skipping = new Set<number>();
    return {
      replay: (retained, after, watcher) => {
        if (watcher.cursor !== undefined) {
          const { kind, namespace = "" } = watcher.filter;
          const place = [watcher.caller.identity.name, kind, namespace, watcher.cursor].join(" ");
          if (resumed.has(place)) skipping.add(watcher.id);
          resumed.add(place);
        }
        return rules.replay(retained, after, watcher);
      },
      deliver: (event, watcher, send) => {
        if (!skipping.delete(watcher.id)) rules.deliver(event, watcher, send);
      },
    };
  },
});
