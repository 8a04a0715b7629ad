import { setTimeout as pause } from "node:timers/promises";
import { isJsonList, isJsonObject } from "#contract";
import { bodyOf, isList, isStatusWrite, isTrial, readingOf, withQuery } from "../api-request.ts";
import { changingEvents, changingReplies, changingWatches, isAboutState } from "../proxy-fault.ts";
import type { ApiEvent, Answer, ProxyFault } from "../proxy-fault.ts";
import { bookmarkAfter } from "../offer-bookmarks.ts";
import { metadataText, withMetadata, without, withoutMetadata } from "../stored-object.ts";
import { contentOf, isGranted, withContent, withObjects } from "../api-reply.ts";
import { showingGhosts } from "../ghost-events.ts";

/** Time between the two readings of a list, in milliseconds. */
const betweenReadingsMs = 3;

export const watchProxyFaults: readonly ProxyFault[] = [
  {
    name: "any-version-begins-now",
    summary: "A watch from version 0 does not show existing objects.",
    breaks: ["watch.any-version-begins-with-state"],
    begin: changingWatches((request) =>
      request.query["resourceVersion"] === "0"
        ? withQuery(request, {
            resourceVersion: undefined,
            sendInitialEvents: "false",
            resourceVersionMatch: "NotOlderThan",
          })
        : request,
    ),
  },
  {
    name: "bookmark-goes-back",
    summary: "Every bookmark of a stream has the version of the first one.",
    breaks: ["watch.bookmarks-never-go-back"],
    begin: changingEvents(() => {
      let first: ApiEvent | undefined;
      return (event) => {
        if (event.type !== "BOOKMARK") return [event];
        first ??= event;
        return [first];
      };
    }),
  },
  {
    name: "bookmark-overtakes-event",
    summary: "A bookmark comes before the MODIFIED event that it covers.",
    breaks: ["watch.bookmark-covers-earlier-events"],
    begin: changingEvents(({ query }) => {
      let held: readonly ApiEvent[] = [];
      const isMarked =
        query["allowWatchBookmarks"] === "true" && query["sendInitialEvents"] === undefined;
      return (event) => {
        if (!isMarked) return [event];
        const shown = held;
        held = event.type === "MODIFIED" ? [event] : [];
        return event.type === "MODIFIED" ? shown : [event, ...shown];
      };
    }),
  },
  {
    name: "bookmarks-unasked",
    summary: "A watch gets bookmarks that it did not request.",
    breaks: ["watch.bookmarks-only-on-request"],
    begin: changingEvents(
      () => (event) => (isAboutState(event) ? [event, bookmarkAfter(event)] : [event]),
    ),
  },
  {
    name: "creation-is-modified",
    summary: "The event for a new object has the type MODIFIED.",
    breaks: ["watch.creation-is-added"],
    begin: changingEvents(
      () => (event) => (event.type === "ADDED" ? [{ ...event, type: "MODIFIED" }] : [event]),
    ),
  },
  {
    name: "deleted-event-dropped",
    summary: "Deletions cause no events.",
    breaks: ["watch.deletion-is-deleted"],
    begin: changingEvents(() => (event) => (event.type === "DELETED" ? [] : [event])),
  },
  {
    name: "deleted-event-keeps-version",
    summary: "A DELETED event carries the version of the last write instead of a new one.",
    breaks: ["watch.deletion-is-deleted", "watch.selector-exit-shows-last-match"],
    begin: changingEvents(() => {
      const last = new Map<string, string>();
      return (event) => {
        const uid = metadataText(event.object, "uid");
        const resourceVersion = last.get(uid);
        last.set(uid, metadataText(event.object, "resourceVersion"));
        if (event.type !== "DELETED" || resourceVersion === undefined) return [event];
        return [{ ...event, object: withMetadata(event.object, { resourceVersion }) }];
      };
    }),
  },
  {
    name: "deleted-event-without-status",
    summary: "A DELETED event shows the object without its status.",
    breaks: ["watch.deletion-is-deleted"],
    begin: changingEvents(
      () => (event) =>
        event.type === "DELETED"
          ? [{ ...event, object: without(event.object, "status") }]
          : [event],
    ),
  },
  {
    name: "event-dropped",
    summary: "Every second MODIFIED event of an object is lost.",
    breaks: ["watch.no-gap", "watch.one-event-per-write"],
    begin: changingEvents(() => {
      const seen = new Map<string, number>();
      return (event) => {
        if (event.type !== "MODIFIED") return [event];
        const uid = metadataText(event.object, "uid");
        const count = (seen.get(uid) ?? 0) + 1;
        seen.set(uid, count);
        return count % 2 === 0 ? [] : [event];
      };
    }),
  },
  {
    name: "event-duplicated",
    summary: "Every MODIFIED event is delivered twice.",
    breaks: ["watch.unique", "watch.one-event-per-write"],
    begin: changingEvents(() => (event) => (event.type === "MODIFIED" ? [event, event] : [event])),
  },
  {
    name: "event-on-dry-run",
    summary: "A dry run of a status write causes an event with the resulting object.",
    breaks: ["watch.nothing-for-dry-run"],
    begin: showingGhosts(async ({ request, reply }) =>
      isStatusWrite(request) && isTrial(request) && isGranted(reply) ? contentOf(reply) : undefined,
    ),
  },
  {
    name: "event-on-no-op",
    summary: "A status write that changes nothing keeps the version but causes an event.",
    breaks: ["watch.nothing-for-no-op"],
    begin: showingGhosts(async ({ request, reply }) => {
      const stored = contentOf(reply);
      const named = metadataText(bodyOf(request), "resourceVersion");
      const isNoOp = named !== "" && named === metadataText(stored, "resourceVersion");
      const isWrite = isStatusWrite(request) && isGranted(reply) && !isTrial(request);
      return isWrite && isNoOp ? stored : undefined;
    }),
  },
  {
    name: "event-on-refusal",
    summary: "A rejected status write causes an event with the unchanged object.",
    breaks: ["watch.nothing-for-refused"],
    begin: showingGhosts(async ({ request, reply, server }) => {
      if (!isStatusWrite(request) || isGranted(reply)) return undefined;
      const found = await server.send(readingOf(request));
      return isGranted(found) ? contentOf(found) : undefined;
    }),
  },
  {
    name: "event-without-status",
    summary: "MODIFIED events show the object without its status.",
    breaks: ["watch.event-carries-stored-object"],
    begin: changingEvents(
      () => (event) =>
        event.type === "MODIFIED"
          ? [{ ...event, object: without(event.object, "status") }]
          : [event],
    ),
  },
  {
    name: "events-swapped",
    summary: "The first two MODIFIED events of an object are delivered in the wrong order.",
    breaks: ["watch.ordered", "concurrency.versions-advance"],
    begin: changingEvents(() => {
      const held = new Map<string, ApiEvent>();
      const done = new Set<string>();
      return (event) => {
        const uid = metadataText(event.object, "uid");
        if (!isAboutState(event) || event.type === "ADDED" || done.has(uid)) return [event];
        const earlier = held.get(uid);
        if (earlier === undefined) {
          held.set(uid, event);
          return [];
        }
        done.add(uid);
        return [event, earlier];
      };
    }),
  },
  {
    name: "expired-cursor-is-now",
    summary: "A watch from a version that is no longer retained starts with the current state.",
    breaks: ["watch.expired-cursor-is-refused"],
    begin: changingWatches((request) =>
      request.query["resourceVersion"] === "1"
        ? withQuery(request, { resourceVersion: undefined })
        : request,
    ),
  },
  {
    name: "initial-events-end-unmarked",
    summary: "The bookmark after the initial events is not marked as their end.",
    breaks: ["watch.initial-events-end-is-marked"],
    begin: changingEvents(
      () => (event) =>
        event.type === "BOOKMARK"
          ? [{ ...event, object: withoutMetadata(event.object, "annotations") }]
          : [event],
    ),
  },
  {
    name: "initial-events-skip-one",
    summary: "The last of the initial events of a watch is omitted.",
    breaks: ["watch.initial-events-are-current-state"],
    begin: changingEvents(({ query }) => {
      let held: readonly ApiEvent[] = [];
      let isInitial = query["sendInitialEvents"] === "true";
      return (event) => {
        if (!isInitial) return [event];
        isInitial = event.type === "ADDED";
        if (!isInitial) return [event];
        const shown = held;
        held = [event];
        return shown;
      };
    }),
  },
  {
    name: "later-pages-are-live",
    summary: "Every page of a list but the first shows the current state.",
    breaks: ["watch.list-then-watch"],
    begin: changingReplies(async (reply, request, server) => {
      if (!isList(request) || request.query["continue"] === undefined) return reply;
      const whole = withQuery(request, { continue: undefined, limit: undefined });
      const { items } = contentOf(await server.send(whole));
      const current = isJsonList(items) ? items.filter(isJsonObject) : [];
      const byUid = new Map(current.map((item) => [metadataText(item, "uid"), item]));
      return withObjects(reply, (object) => byUid.get(metadataText(object, "uid")) ?? object);
    }),
  },
  {
    name: "list-version-read-early",
    summary: "A list reads its version a few milliseconds before its objects.",
    breaks: ["watch.list-then-watch"],
    begin: () => ({ answer: readingTwice("first") }),
  },
  {
    name: "list-version-read-late",
    summary: "A list reads its version a few milliseconds after its objects.",
    breaks: ["watch.list-then-watch"],
    begin: () => ({ answer: readingTwice("second") }),
  },
  {
    name: "resume-begins-with-state",
    summary: "A watch from a version starts with the current state instead.",
    breaks: ["watch.resumes-after-version"],
    begin: changingWatches((request) => withQuery(request, { resourceVersion: undefined })),
  },
  {
    name: "resume-skips-one",
    summary: "A watch from a version omits the first event after it.",
    breaks: ["watch.resumes-after-version", "watch.list-then-watch", "watch.resumes-from-bookmark"],
    begin: changingEvents(({ query }) => {
      let isFirst = query["resourceVersion"] !== undefined;
      return (event) => {
        if (!isFirst || !isAboutState(event)) return [event];
        isFirst = false;
        return [];
      };
    }),
  },
  {
    name: "selector-entry-is-modified",
    summary: "An object that starts matching the selector of a watch causes a MODIFIED event.",
    breaks: ["watch.selector-entry-is-added"],
    begin: changingEvents(({ query }) => {
      const isLimited = query["labelSelector"] !== undefined;
      return (event) =>
        isLimited && event.type === "ADDED" ? [{ ...event, type: "MODIFIED" }] : [event];
    }),
  },
  {
    name: "selector-exit-is-silent",
    summary: "An object that stops matching the selector of a watch causes no event.",
    breaks: ["watch.selector-exit-is-deleted"],
    begin: changingEvents(({ query }) => {
      const isLimited = query["labelSelector"] !== undefined;
      return (event) => (isLimited && event.type === "DELETED" ? [] : [event]);
    }),
  },
  {
    name: "selector-ignored-on-watch",
    summary: "A watch with a label selector delivers the events of all objects.",
    breaks: ["watch.selector-filter"],
    begin: changingWatches((request) => withQuery(request, { labelSelector: undefined })),
  },
  {
    name: "watch-in-every-namespace",
    summary: "A watch on one namespace delivers the events of all namespaces.",
    breaks: ["watch.namespace-filter"],
    begin: changingWatches((request) => {
      const { resource } = request;
      if (resource?.namespace === undefined) return request;
      return { ...request, path: `${resource.root}/${resource.plural}` };
    }),
  },
  {
    name: "watchers-differ",
    summary: "Every second watcher misses every second MODIFIED event.",
    breaks: ["watch.watchers-agree"],
    begin: () => {
      let watchers = 0;
      return changingEvents(() => {
        watchers += 1;
        const isLossy = watchers % 2 === 0;
        let count = 0;
        return (event) => {
          if (event.type === "MODIFIED") count += 1;
          return isLossy && event.type === "MODIFIED" && count % 2 === 0 ? [] : [event];
        };
      })();
    },
  },
];

/** Combines two readings of a list: the version of one, and the objects of the other. */
function readingTwice(versionFrom: "first" | "second"): Answer {
  return async (request, server) => {
    const first = await server.send(request);
    if (!isList(request) || !isGranted(first)) return first;
    await pause(betweenReadingsMs);
    const second = await server.send(request);
    if (!isGranted(second)) return second;
    const [versioned, listed] = versionFrom === "first" ? [first, second] : [second, first];
    const { metadata = {} } = contentOf(versioned);
    return withContent(listed, { ...contentOf(listed), metadata });
  };
}
