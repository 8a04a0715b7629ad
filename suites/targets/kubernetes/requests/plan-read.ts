import type { ListCommand, ReadCommand, ResourceVersion, WatchCommand } from "#contract";
import { pathOf } from "../resources/rest-kind.ts";
import type { RestKind } from "../resources/rest-kind.ts";
import type { RestRequest } from "../resources/rest-request.ts";

export function readRequest(
  kind: RestKind,
  { key }: Pick<ReadCommand, "key">,
  subresource?: "status",
): RestRequest {
  const place = subresource === undefined ? "" : `/${subresource}`;
  return { method: "GET", path: `${pathOf(kind, key)}${place}`, query: {} };
}

export function listRequest(
  kind: RestKind,
  command: Pick<ListCommand, "namespace" | "selector">,
  limit?: number,
): RestRequest {
  const page = limit === undefined ? {} : { limit: String(limit) };
  const query = { ...selectorOf(command), ...page };
  return { method: "GET", path: collectionOf(kind, command), query };
}

/** Returns the request for the page that a continue token of the previous page identifies. */
export function nextPageOf(request: RestRequest, token: string): RestRequest {
  return { ...request, query: { ...request.query, continue: token } };
}

/** Builds a request for a version at which a watch can start. The response contains as little data as possible. */
export function positionRequest(
  kind: RestKind,
  command: Pick<ListCommand, "namespace" | "selector">,
): RestRequest {
  return listRequest(kind, command, 1);
}

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
      // A bookmark ends the initial events (KEP-3157).
      ...(bookmarks || initialEvents ? { allowWatchBookmarks: "true" } : {}),
      ...(initialEvents ? { sendInitialEvents: "true", resourceVersionMatch: "NotOlderThan" } : {}),
    },
  };
}

/**
 * Duration of a stream with bookmarks, in seconds. An API server sends bookmarks once a minute, and in the last two
 * seconds of a stream with a timeout (`cacheWatcher.nextBookmarkTime`). Many short streams, each resuming the preceding
 * one, receive in seconds what would otherwise take minutes.
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
