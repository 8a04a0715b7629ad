import { contentOf, isGranted } from "../api-reply.ts";
import { isStatusWrite, isTrial } from "../api-request.ts";
import { showingGhosts } from "../ghost-events.ts";
import { defineProxyFault } from "../proxy-fault.ts";

/** A trial goes all the way but for the store. */
export const eventOnDryRun = defineProxyFault({
  name: "event-on-dry-run",
  summary: "A status write that is only tried is an event, with the object as it would be.",
  breaks: ["watch.nothing-for-dry-run"],
  begin: showingGhosts(async ({ request, reply }) =>
    isStatusWrite(request) && isTrial(request) && isGranted(reply) ? contentOf(reply) : undefined,
  ),
});
