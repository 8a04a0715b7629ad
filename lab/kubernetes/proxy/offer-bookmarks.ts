import { metadataText } from "./stored-object.ts";
import { isAboutState } from "./proxy-fault.ts";
import type { ApiEvent, ProxyBehaviour, StreamChange } from "./proxy-fault.ts";
import type { ApiRequest } from "./api-request.ts";

/**
 * The same behaviour on a server that sends a bookmark after each event to watches that ask for bookmarks.
 * Real servers send one a minute, which is too seldom for a test. Events of one kind come in the order of
 * their versions, so each of these bookmarks is true. The faults see the bookmarks like any other event.
 */
export function offerBookmarks(behaviour: ProxyBehaviour): ProxyBehaviour {
  return {
    ...behaviour,
    stream: (request) => {
      const { stream } = behaviour;
      const marked = marking(request);
      const change: StreamChange = stream === undefined ? (event) => [event] : stream(request);
      return (event) => marked(event).flatMap(change);
    },
  };
}

function marking({ query }: ApiRequest): StreamChange {
  if (query["allowWatchBookmarks"] !== "true") return (event) => [event];
  // Initial events come in any order: there is no position among them.
  let isInitial = query["sendInitialEvents"] === "true";
  return (event) => {
    if (isInitial || !isAboutState(event)) {
      isInitial &&= event.type === "ADDED";
      return [event];
    }
    return [event, bookmarkAfter(event)];
  };
}

/** The bookmark that is true once an event has been shown. */
export function bookmarkAfter({ object }: ApiEvent): ApiEvent {
  const { apiVersion = "", kind = "" } = object;
  const resourceVersion = metadataText(object, "resourceVersion");
  return { type: "BOOKMARK", object: { apiVersion, kind, metadata: { resourceVersion } } };
}
