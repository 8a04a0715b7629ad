import { contentOf, isGranted } from "../api-reply.ts";
import { isStatusWrite, readingOf } from "../api-request.ts";
import { showingGhosts } from "../ghost-events.ts";
import { defineProxyFault } from "../proxy-fault.ts";

/** Watchers are told before the write is decided. */
export const eventOnRefusal = defineProxyFault({
  name: "event-on-refusal",
  summary: "A status write that is refused is an event, with the object as it was.",
  breaks: ["watch.nothing-for-refused"],
  begin: showingGhosts(async ({ request, reply, server }) => {
    if (!isStatusWrite(request) || isGranted(reply)) return undefined;
    const found = await server.send(readingOf(request));
    return isGranted(found) ? contentOf(found) : undefined;
  }),
});
