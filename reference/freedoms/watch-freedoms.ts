import { isJsonList, isJsonObject, resourceVersion } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { kinds } from "../kinds/demo-kinds.ts";
import type { Rules } from "../rules/rules.ts";
import { defineFreedom } from "../store/freedom.ts";
import type { DialectEdit, Freedom } from "../store/freedom.ts";
import {
  withArguments,
  withArgumentTypes,
  withFields,
  withTypes,
  withoutArguments,
  withoutMembers,
} from "../values/schema-edits.ts";

const watchField = (member: string, put?: JsonValue): DialectEdit => ({
  at: `everyKind/operations/watch/*/${member}`,
  ...(put === undefined ? {} : { put }),
});

const namespacedCollections = kinds
  .filter(({ scope }) => scope === "namespaced")
  .map(({ plural }) => plural);

function watchOf(plural: string): string {
  return `watch${plural.charAt(0).toUpperCase()}${plural.slice(1)}`;
}

export const watchFreedoms: readonly Freedom[] = [
  defineFreedom({
    name: "deletions-name-the-object-alone",
    summary: "A deletion event contains the name and the namespace, but no object.",
    why: "The server declares the content of a deletion event.",
    decides: "deletion events",
    declares: [
      { at: "semantics/deletedEvent", put: "keyOnly" },
      watchField("key", { name: "name", namespace: "namespace" }),
    ],
    change: (rules) => ({
      schema: (sdl) => withFields(rules.schema(sdl), isEvent, "name: String namespace: String"),
      present: (shown, call, args) => {
        const event = rules.present(shown, call, args);
        const { type, object } = event;
        if (type !== "DELETED" || !isJsonObject(object)) return event;
        const { metadata } = object;
        const { name, namespace } = isJsonObject(metadata) ? metadata : {};
        return { ...event, object: null, name: name ?? null, namespace: namespace ?? null };
      },
    }),
  }),
  defineFreedom({
    name: "slow-watches-are-ended",
    summary: "A watch ends with an error if 40 events are waiting for its reader.",
    why: "A server cannot buffer events for a slow reader indefinitely, and the end of the watch reveals the gap.",
    change: (rules) => ({ mostQueued: (limit) => Math.min(rules.mostQueued(limit), 40) }),
  }),
  defineFreedom({
    name: "deletions-tell-no-version",
    summary: "A deletion event contains the name and the namespace, but no version.",
    why:
      "A watcher can still identify the deleted object. If watches cannot resume, no " +
      "client needs the version.",
    withdraws: ["watch.resume", "watch.expiry", "list.version"],
    decides: "deletion events",
    excludes: ["cursors-are-not-versions"],
    declares: [
      { at: "semantics/deletedEvent", put: "keyOnly" },
      watchField("key", { name: "name", namespace: "namespace" }),
      { at: "everyKind/operations/watch/*/arguments/resourceVersion" },
      { at: "everyKind/operations/list/*/resourceVersion" },
      { at: "retainedEvents" },
    ],
    change: (rules) => ({
      schema: (sdl) => {
        const named = withFields(rules.schema(sdl), isEvent, "name: String namespace: String");
        const resumed = withoutArguments(named, (name) => name === "resourceVersion");
        return withTypes(resumed, (type, member) =>
          isEvent(type) && member === "resourceVersion" ? "String" : undefined,
        );
      },
      present: (shown, call, args) => {
        const event = rules.present(shown, call, args);
        const { type, object } = event;
        if (type !== "DELETED" || !isJsonObject(object)) return event;
        const { metadata } = object;
        const { name, namespace } = isJsonObject(metadata) ? metadata : {};
        const key = { name: name ?? null, namespace: namespace ?? null };
        return { ...event, object: null, resourceVersion: null, ...key };
      },
    }),
  }),
  defineFreedom({
    name: "selector-exit-is-modified",
    summary: "An object that stops matching a watch causes a MODIFIED event with its new state.",
    why: "The server declares what a watch delivers if an object stops matching.",
    declares: [{ at: "semantics/selectorExit", put: "modified" }],
    decides: "selector exit",
    excludes: ["no-labels", "no-selectors", "no-watches"],
    change: (rules) => ({
      eventFor: (entry, selects, watcher) => {
        const event = rules.eventFor(entry, selects, watcher);
        const isExit = entry.type === "MODIFIED" && event?.type === "DELETED";
        return isExit ? { ...event, type: "MODIFIED", object: entry.object } : event;
      },
    }),
  }),
  defineFreedom({
    name: "selector-exit-is-not-told",
    summary: "An object that stops matching a watch causes no event.",
    why: "The server declares what a watch delivers if an object stops matching.",
    declares: [{ at: "semantics/selectorExit", put: "silent" }],
    decides: "selector exit",
    excludes: ["no-labels", "no-selectors", "no-watches"],
    change: (rules) => ({
      eventFor: (entry, selects, watcher) => {
        const event = rules.eventFor(entry, selects, watcher);
        return entry.type === "MODIFIED" && event?.type === "DELETED" ? undefined : event;
      },
    }),
  }),
  defineFreedom({
    name: "watches-begin-with-the-state",
    summary: "A watch without a version starts with an ADDED event for each existing object.",
    why: "The server declares how a watch starts.",
    sources: [{ source: "kubernetes/apiserver", at: "watch without a resourceVersion" }],
    withdraws: ["watch.initialEvents"],
    declares: [
      { at: "everyKind/operations/watch/*/arguments/initialEvents" },
      watchField("initial", "added"),
    ],
    decides: "initial events",
    change: (rules) => ({
      schema: (sdl) => withoutArguments(rules.schema(sdl), (name) => name === "initialEvents"),
      understand: (args, call) => {
        const understood = rules.understand(args, call);
        const isFresh =
          call.action === "watch" && typeof understood["resourceVersion"] !== "string";
        return isFresh ? { ...understood, initialEvents: true } : understood;
      },
      initialEvents: (objects, newest, watcher) =>
        rules
          .initialEvents(objects, newest, watcher)
          .filter(({ initialEventsEnd }) => initialEventsEnd !== true),
    }),
  }),
  defineFreedom({
    name: "watches-demand-a-switch",
    summary: "A watch requires an argument that always has the same value.",
    why: "An API may require an argument that has the same value for all status controllers.",
    sources: [{ source: "issue-threads", at: "subscribeToAll of Kubernetes gateways" }],
    declares: [watchField("arguments/everything", true)],
    change: (rules) => ({
      schema: (sdl) =>
        withArguments(rules.schema(sdl), (type) => type === "Subscription", "everything: Boolean!"),
      understand: (args, call) => {
        const { everything: _switch, ...rest } = rules.understand(args, call);
        return rest;
      },
    }),
  }),
  defineFreedom({
    name: "cursors-are-not-versions",
    summary: "A watch resumes from the token of an event, not from a version.",
    why: "The server declares whether watches resume from versions or from tokens.",
    sources: [{ source: "gitstore", at: "cursor of the event envelope" }],
    withdraws: ["list.version"],
    declares: [
      { at: "semantics/cursor", put: "ofEvent" },
      watchField("cursor", "cursor"),
      { at: "everyKind/operations/list/*/resourceVersion" },
    ],
    decides: "cursors",
    change: withTokens,
  }),
  defineFreedom({
    name: "deletions-keep-the-last-version",
    summary:
      "The object in a deletion event has the version of its last write, and events have a token instead of a version.",
    why: "The token gives the position of the deletion, and a watch resumes from the token.",
    withdraws: ["list.version", "watch.bookmarks", "watch.initialEvents"],
    declares: [
      { at: "semantics/cursor", put: "ofEvent" },
      watchField("cursor", "cursor"),
      watchField("arguments/bookmarks"),
      watchField("arguments/initialEvents"),
      watchField("resourceVersion"),
      { at: "everyKind/operations/list/*/resourceVersion" },
    ],
    decides: "cursors",
    excludes: ["deletions-tell-no-version", "no-bookmarks", "no-initial-events"],
    change: (rules) => {
      const { schema, present, understand } = withTokens(rules);
      return {
        understand,
        schema: (sdl) =>
          withoutArguments(
            withoutMembers(
              schema(sdl),
              (type, member) => isEvent(type) && member === "resourceVersion",
            ),
            (name) => name === "bookmarks" || name === "initialEvents",
          ),
        present,
        eventFor: (entry, selects, watcher) => {
          const event = rules.eventFor(entry, selects, watcher);
          const last = entry.before?.metadata.resourceVersion;
          if (event?.type !== "DELETED" || event.object === undefined || last === undefined) {
            return event;
          }
          const metadata = { ...event.object.metadata, resourceVersion: last };
          return { ...event, object: { ...event.object, metadata } };
        },
      };
    },
  }),
  defineFreedom({
    name: "bookmarks-come-often",
    summary: "A watch that requested bookmarks gets a bookmark after each event.",
    why: "The server chooses how often a watch sends a bookmark.",
    sources: [{ source: "kubernetes/enhancements", at: "KEP-956: watch bookmarks" }],
    change: (rules) => {
      const sentVersions = new Map<number, number>();
      return {
        deliver: (event, watcher, send) => {
          rules.deliver(event, watcher, send);
          const version = Number(event.resourceVersion);
          const isBookmark = event.type === "BOOKMARK";
          const last = sentVersions.get(watcher.id) ?? (watcher.initialEvents ? Infinity : 0);
          const isBegun = !watcher.initialEvents || last !== Infinity || isBookmark;
          if (!watcher.bookmarks || !isBegun) return;
          const isNew = version > last || last === Infinity;
          sentVersions.set(watcher.id, Math.max(version, last === Infinity ? 0 : last));
          if (isBookmark || !isNew) return;
          const bookmark = { type: "BOOKMARK", resourceVersion: resourceVersion(String(version)) };
          rules.deliver({ ...bookmark, type: "BOOKMARK" }, watcher, send);
        },
      };
    },
  }),
  defineFreedom({
    name: "events-come-late",
    summary: "Each event is delivered 200 ms after its change, in order.",
    why: "A watch is eventually consistent: events may arrive after the response.",
    sources: [{ source: "kubernetes/apiserver", at: "watch cache" }],
    change: (rules) => ({
      deliver: (event, watcher, send) => {
        setTimeout(() => rules.deliver(event, watcher, send), eventDelayMs).unref();
      },
    }),
  }),
  defineFreedom({
    name: "lists-in-another-order",
    summary: "Lists and a watch's initial events are in a different order each time.",
    why: "A collection has no order.",
    change: (rules) => {
      let turn = 0;
      const rotated = <Item>(items: readonly Item[]): readonly Item[] => {
        turn += 1;
        const start = items.length === 0 ? 0 : turn % items.length;
        return [...items.slice(start), ...items.slice(0, start)].toReversed();
      };
      return {
        present: (shown, call, args) => {
          const list = rules.present(shown, call, args);
          const { items } = list;
          return isJsonList(items) ? { ...list, items: rotated(items) } : list;
        },
        initialEvents: (objects, newest, watcher) =>
          rules.initialEvents(rotated(objects), newest, watcher),
      };
    },
  }),
  defineFreedom({
    name: "lists-in-pages",
    summary: "A list is returned in pages of five, all from the same snapshot.",
    why: "Long lists are returned in pages.",
    sources: [
      { source: "kubernetes/api-conventions", at: "Retrieving large results sets in chunks" },
    ],
    declares: [
      { at: "everyKind/operations/list/*/pages", put: { next: "next" } },
      { at: "everyKind/operations/list/*/arguments/page", put: "$page" },
    ],
    decides: "pages",
    change: (rules) => {
      const rest = new Map<string, JsonObject>();
      const paged = (list: JsonObject, items: readonly JsonValue[]): JsonObject => {
        const left = items.slice(pageSize);
        if (left.length === 0) return { ...list, items, next: null };
        const next = `page-${rest.size + 1}`;
        rest.set(next, { ...list, items: left });
        return { ...list, items: items.slice(0, pageSize), next };
      };
      return {
        schema: (sdl) =>
          withFields(
            withArguments(rules.schema(sdl), isListField, "page: String"),
            (type) => type.endsWith("List"),
            "next: String",
          ),
        present: (shown, call, args) => {
          const { page } = args;
          const known = typeof page === "string" ? rest.get(page) : undefined;
          const list = known ?? rules.present(shown, call, args);
          const { items } = list;
          return call.action === "list" && isJsonList(items) ? paged(list, items) : list;
        },
      };
    },
  }),
  defineFreedom({
    name: "collections-by-namespace",
    summary: "A typed list or watch requires a namespace, and covers only that namespace.",
    why: "The server declares whether a list or watch spans namespaces.",
    declares: [
      ...namespacedCollections.map((field) => ({
        at: `kinds/*/operations/list/${field}/perNamespace`,
        put: true,
      })),
      ...namespacedCollections.map((field) => ({
        at: `kinds/*/operations/watch/${watchOf(field)}/perNamespace`,
        put: true,
      })),
    ],
    change: (rules) => ({
      schema: (sdl) =>
        withArgumentTypes(rules.schema(sdl), (argument, old, field) =>
          argument === "namespace" && old === "String" && isTypedCollection(field)
            ? "String!"
            : undefined,
        ),
    }),
  }),
];

/** Adds a resume token to each event, and accepts tokens instead of versions. Lists have no version. */
function withTokens(rules: Rules): Pick<Rules, "schema" | "understand" | "present"> {
  return {
    schema: (sdl) =>
      withoutMembers(
        withFields(rules.schema(sdl), isEvent, "cursor: String!"),
        (type, member) => type.endsWith("List") && member === "resourceVersion",
      ),
    understand: (args, call) => {
      const { resourceVersion: cursor, ...rest } = args;
      const isWatch = call.action === "watch" && typeof cursor === "string";
      return rules.understand(isWatch ? { ...rest, resourceVersion: untoken(cursor) } : args, call);
    },
    present: (shown, call, args) => {
      const event = rules.present(shown, call, args);
      const { resourceVersion: version } = event;
      return call.action === "watch" && typeof version === "string"
        ? { ...event, cursor: Buffer.from(`after ${version}`).toString("base64url") }
        : event;
    },
  };
}

const eventDelayMs = 200;
const pageSize = 5;

function isEvent(type: string): boolean {
  return type.endsWith("Event");
}

function isListField(type: string, field: string): boolean {
  return type === "Query" && [...kinds.map(({ plural }) => plural), "resources"].includes(field);
}

function isTypedCollection(field: string): boolean {
  return namespacedCollections.some((name) => name === field || watchOf(name) === field);
}

/** Decodes a resume token. Any other string decodes to a version that the server never issues. */
function untoken(cursor: string): string {
  return /^after (.+)$/u.exec(Buffer.from(cursor, "base64url").toString())?.[1] ?? "never-issued";
}
