import { contentOf, isGranted } from "../api-reply.ts";
import { bodyOf, isStatusWrite, isTrial } from "../api-request.ts";
import { showingGhosts } from "../ghost-events.ts";
import { defineProxyFault } from "../proxy-fault.ts";
import { metadataText } from "../stored-object.ts";

/** Watchers are told by the handler, and the handler does not know what the store did. */
export const eventOnNoOp = defineProxyFault({
  name: "event-on-no-op",
  summary: "A status write that changes nothing keeps the version, and is an event.",
  breaks: ["watch.nothing-for-no-op"],
  begin: showingGhosts(async ({ request, reply }) => {
    const stored = contentOf(reply);
    const named = metadataText(bodyOf(request), "resourceVersion");
    const isNoOp = named !== "" && named === metadataText(stored, "resourceVersion");
    const isWrite = isStatusWrite(request) && isGranted(reply) && !isTrial(request);
    return isWrite && isNoOp ? stored : undefined;
  }),
});
