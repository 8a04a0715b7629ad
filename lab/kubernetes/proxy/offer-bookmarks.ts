import { metadataText } from "./stored-object.ts";
import { isAboutState } from "./proxy-fault.ts";
import type { ApiEvent, ProxyBehaviour, StreamChange } from "./proxy-fault.ts";
import type { ApiRequest } from "./api-request.ts";

/**
 * Sends a bookmark after each event, to watches that request bookmarks. Real servers send one per minute, which is too
 * rare for a test. Events of a kind are ordered by version, so every bookmark is correct. Faults can change these
 * bookmarks like any other event.
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
  // Initial events are unordered, so a bookmark among them would be wrong.
  let isInitial = query["sendInitialEvents"] === "true";
  return (event) => {
    if (isInitial || !isAboutState(event)) {
      isInitial &&= event.type === "ADDED";
      return [event];
    }
    return [event, bookmarkAfter(event)];
  };
}

export function bookmarkAfter({ object }: ApiEvent): ApiEvent {
  const { apiVersion = "", kind = "" } = object;
  const resourceVersion = metadataText(object, "resourceVersion");
  return { type: "BOOKMARK", object: { apiVersion, kind, metadata: { resourceVersion } } };
}
