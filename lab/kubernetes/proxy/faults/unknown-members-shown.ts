import type { JsonObject } from "#contract";
import { isGranted, withObjects } from "../api-reply.ts";
import { bodyOf, isStatusWrite, isTrial, objectPath } from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";
import { partOf } from "../stored-object.ts";

/** What was sent is kept beside what was understood. */
export const unknownMembersShown = defineProxyFault({
  name: "unknown-members-shown",
  summary: "Members of a status write that the kind does not define come back with every read.",
  breaks: ["isolation.unknown-members-never-stored"],
  begin: () => {
    const sent = new Map<string, JsonObject>();
    return {
      answer: async (request, server) => {
        const reply = await server.send(request);
        const path = objectPath(request);
        if (isStatusWrite(request) && isGranted(reply) && !isTrial(request)) {
          sent.set(path, partOf(bodyOf(request), "status"));
        }
        const more = sent.get(path);
        if (more === undefined) return reply;
        return withObjects(reply, (object) => ({
          ...object,
          status: { ...more, ...partOf(object, "status") },
        }));
      },
    };
  },
});
