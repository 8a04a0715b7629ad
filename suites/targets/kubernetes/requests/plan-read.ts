import type { ListCommand, ReadCommand, ResourceVersion, WatchCommand } from "#contract";
import { pathOf } from "../resources/rest-kind.ts";
import type { RestKind } from "../resources/rest-kind.ts";
import type { RestRequest } from "../resources/rest-request.ts";

/** The request that reads one object. */
export function readRequest(kind: RestKind, { key }: Pick<ReadCommand, "key">): RestRequest {
  return { method: "GET", path: pathOf(kind, key), query: {} };
}

/** The request that lists a collection. */
export function listRequest(
  kind: RestKind,
  command: Pick<ListCommand, "namespace" | "selector">,
): RestRequest {
  return { method: "GET", path: collectionOf(kind, command), query: selectorOf(command) };
}

/** The request that asks for the version at which a watch may start, and for as little else as can be. */
export function positionRequest(
  kind: RestKind,
  command: Pick<ListCommand, "namespace" | "selector">,
): RestRequest {
  const { query, ...request } = listRequest(kind, command);
  return { ...request, query: { ...query, limit: "1" } };
}

/** The request that opens a watch after a version, or with the current state first. */
export function watchRequest(
  kind: RestKind,
  command: WatchCommand,
  after: ResourceVersion | undefined,
): RestRequest {
  const { bookmarks = false, initialEvents = false } = command;
  return {
    method: "GET",
    path: collectionOf(kind, command),
    query: {
      ...selectorOf(command),
      watch: "true",
      ...(after === undefined ? {} : { resourceVersion: after }),
      ...(bookmarks && !initialEvents ? { timeoutSeconds: String(bookmarkSeconds) } : {}),
      // The end of the initial events is told by a bookmark (KEP-3157).
      ...(bookmarks || initialEvents ? { allowWatchBookmarks: "true" } : {}),
      ...(initialEvents ? { sendInitialEvents: "true", resourceVersionMatch: "NotOlderThan" } : {}),
    },
  };
}

/**
 * How long a stream lasts that asks for bookmarks, in seconds. An API server sends them once a minute, and in
 * the last two seconds of a stream whose end is known (`cacheWatcher.nextBookmarkTime`): many short streams,
 * each continued by the next one, show in seconds what would take minutes otherwise.
 */
const bookmarkSeconds = 4;

function collectionOf(kind: RestKind, { namespace }: { readonly namespace?: string }): string {
  return pathOf(kind, namespace === undefined ? {} : { namespace });
}

function selectorOf({
  selector = {},
}: Pick<ListCommand, "selector">): Readonly<Record<string, string>> {
  const terms = Object.entries(selector).map(([label, value]) => `${label}=${value}`);
  return terms.length === 0 ? {} : { labelSelector: terms.join(",") };
}
