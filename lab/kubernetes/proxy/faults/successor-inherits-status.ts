import type { JsonObject } from "#contract";
import { contentOf, isGranted } from "../api-reply.ts";
import { isCreation, isStatusWrite, isTrial, mergingInto, objectPath } from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";
import { metadataText, partOf } from "../stored-object.ts";

/** The status is kept by name, beside the objects. */
export const successorInheritsStatus = defineProxyFault({
  name: "successor-inherits-status",
  summary: "An object that is created under a used name begins with the status of the old one.",
  breaks: ["deletion.successor-starts-afresh"],
  begin: () => {
    const statuses = new Map<string, JsonObject>();
    return {
      answer: async (request, server) => {
        const reply = await server.send(request);
        const content = contentOf(reply);
        const isStored = isStatusWrite(request) && isGranted(reply) && !isTrial(request);
        if (isStored) statuses.set(objectPath(request), partOf(content, "status"));
        const path = `${request.path}/${metadataText(content, "name")}`;
        const status = statuses.get(path);
        if (!isCreation(request) || !isGranted(reply) || status === undefined) return reply;
        return server.send(mergingInto({ ...request, path }, { status }, "status"));
      },
    };
  },
});
