import { describe, expect, it } from "vitest";
import type { ApiRequest } from "./api-request.ts";
import { offerBookmarks } from "./offer-bookmarks.ts";
import type { ApiEvent } from "./proxy-fault.ts";

function watching(query: Readonly<Record<string, string>>): ApiRequest {
  return { method: "GET", path: "/", headers: {}, text: "", query };
}

function event(type: string, resourceVersion: string): ApiEvent {
  return { type, object: { metadata: { resourceVersion } } };
}

function shown(query: Readonly<Record<string, string>>, events: readonly ApiEvent[]): string[] {
  const change = offerBookmarks({}).stream?.(watching(query)) ?? (() => []);
  return events
    .flatMap(change)
    .map(({ type, object }) => `${type} ${JSON.stringify(object["metadata"])}`);
}

describe("a server with bookmarks", () => {
  it("sends none to a watch that did not request them", () => {
    expect(shown({}, [event("ADDED", "5")])).toEqual(['ADDED {"resourceVersion":"5"}']);
  });

  it("sends one after each event, with its version", () => {
    const asked = { allowWatchBookmarks: "true" };

    expect(shown(asked, [event("ADDED", "5"), event("DELETED", "7")])).toEqual([
      'ADDED {"resourceVersion":"5"}',
      'BOOKMARK {"resourceVersion":"5"}',
      'DELETED {"resourceVersion":"7"}',
      'BOOKMARK {"resourceVersion":"7"}',
    ]);
  });

  it("sends none before the end of the initial events", () => {
    const asked = { allowWatchBookmarks: "true", sendInitialEvents: "true" };
    const events = [event("ADDED", "5"), event("BOOKMARK", "6"), event("MODIFIED", "7")];

    expect(shown(asked, events)).toEqual([
      'ADDED {"resourceVersion":"5"}',
      'BOOKMARK {"resourceVersion":"6"}',
      'MODIFIED {"resourceVersion":"7"}',
      'BOOKMARK {"resourceVersion":"7"}',
    ]);
  });
});
