import { expect, it } from "vitest";
import type { JsonObject } from "#contract";
import { contentOf, granting } from "./api-reply.ts";
import { resourceAt } from "./api-request.ts";
import type { ApiRequest } from "./api-request.ts";
import { showingGhosts } from "./ghost-events.ts";
import type { ApiServer } from "./proxy-fault.ts";

const root = "/apis/conformance.example.com/v1/namespaces";

function requestFor(path: string): ApiRequest {
  const resource = resourceAt(path);
  if (resource === undefined) throw new Error("the path is about another kind");
  return { method: "PUT", path, query: {}, headers: {}, text: "", resource };
}

function objectIn(namespace: string, resourceVersion: string): JsonObject {
  return { metadata: { namespace, name: "a", resourceVersion } };
}

/**
 * Writes an object for which a ghost event is due. Returns the types of the events that a stream delivers when a
 * bookmark and two genuine events follow.
 */
async function shown(at: string, isOpenBefore: boolean): Promise<readonly string[]> {
  const ghost = objectIn("usual", "7");
  const server: ApiServer = {
    send: () => Promise.resolve(granting(ghost)),
    administrator: "Bearer administrator",
  };
  const behaviour = showingGhosts(async ({ reply }) => contentOf(reply))();
  const early = behaviour.stream?.(requestFor(at));
  await behaviour.answer?.(requestFor(`${root}/usual/widgets/a/status`), server);
  const stream = isOpenBefore ? early : behaviour.stream?.(requestFor(at));
  const next = { type: "ADDED", object: objectIn("usual", "8") };
  const bookmark = { type: "BOOKMARK", object: objectIn("", "8") };
  return [bookmark, next, next].flatMap((event) => stream?.(event) ?? []).map(({ type }) => type);
}

it.each([
  {
    what: "a stream of its namespace, once, before the next event",
    at: `${root}/usual/widgets`,
    isOpenBefore: true,
    types: ["BOOKMARK", "MODIFIED", "ADDED", "ADDED"],
  },
  {
    what: "no stream of another namespace",
    at: `${root}/other/widgets`,
    isOpenBefore: true,
    types: ["BOOKMARK", "ADDED", "ADDED"],
  },
  {
    what: "no stream of another kind",
    at: `${root}/usual/gadgets`,
    isOpenBefore: true,
    types: ["BOOKMARK", "ADDED", "ADDED"],
  },
  {
    what: "no stream that starts later",
    at: `${root}/usual/widgets`,
    isOpenBefore: false,
    types: ["BOOKMARK", "ADDED", "ADDED"],
  },
])("a write that never happened is shown to $what", async ({ at, isOpenBefore, types }) => {
  expect(await shown(at, isOpenBefore)).toEqual(types);
});
