import { withObjects } from "../api-reply.ts";
import { isRead } from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";
import { without } from "../stored-object.ts";

/** The status gets a place of its own, and what was in the old one is not moved there. */
export const separationEmptiesStatus = defineProxyFault({
  name: "separation-empties-status",
  summary: "When a kind gets a status subresource, the statuses of its objects are gone.",
  breaks: ["kinds.status-outlives-its-separation"],
  hasOwnKinds: true,
  begin: () => ({
    answer: async (request, server) => {
      const reply = await server.send(request);
      const isOfTrial = request.resource?.plural.startsWith("trialc") === true;
      // What the third trial kind stored before it was separated is read only afterwards.
      return isOfTrial && isRead(request)
        ? withObjects(reply, (object) => without(object, "status"))
        : reply;
    },
  }),
});
