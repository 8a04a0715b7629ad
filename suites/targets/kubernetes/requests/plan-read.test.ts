import { describe, expect, it } from "vitest";
import { resourceVersion } from "#contract";
import { positionRequest, watchRequest } from "./plan-read.ts";
import { describeRequest } from "../resources/rest-request.ts";
import { widget, widgetPath } from "../testing/widget.ts";

const version = resourceVersion("7");
const collection = widgetPath.slice(0, -2);

describe("watchRequest", () => {
  const watch = { verb: "watch", identity: "reader", kind: "Widget", namespace: "usual" } as const;

  it.each([
    { what: "from a version", command: watch, query: { watch: "true", resourceVersion: "7" } },
    {
      what: "with bookmarks",
      command: { ...watch, bookmarks: true },
      query: {
        watch: "true",
        resourceVersion: "7",
        allowWatchBookmarks: "true",
        timeoutSeconds: "4",
      },
    },
  ])("asks $what", ({ command, query }) => {
    expect(watchRequest(widget, command, version)).toEqual({
      method: "GET",
      path: collection,
      query,
    });
  });

  it("requests the current state first, which ends with a bookmark", () => {
    expect(watchRequest(widget, { ...watch, initialEvents: true }, undefined).query).toEqual({
      watch: "true",
      allowWatchBookmarks: "true",
      sendInitialEvents: "true",
      resourceVersionMatch: "NotOlderThan",
    });
  });

  it("determines a position by the shortest list", () => {
    expect(describeRequest(positionRequest(widget, watch))).toBe(`GET ${collection}?limit=1`);
  });
});
