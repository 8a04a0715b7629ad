import type { JsonObject, JsonValue } from "#contract";
import { isGranted, withObjects } from "../../api-reply.ts";
import { bodyOf, formatOf, isStatusWrite, isTrial, objectPath } from "../../api-request.ts";
import { defineProxyFault } from "../../proxy-fault.ts";
import { partOf, withMetadata } from "../../stored-object.ts";

/** Metadata is content. */
export const managersTakenFromBody = defineProxyFault({
  name: "managers-taken-from-body",
  summary: "A merge patch of the status sets the record of the field managers.",
  breaks: ["write.managers-not-writable"],
  begin: () => {
    const sent = new Map<string, JsonValue>();
    return {
      answer: async (request, server) => {
        const reply = await server.send(request);
        const { managedFields } = partOf(bodyOf(request), "metadata");
        const isMerge = isStatusWrite(request) && formatOf(request) === "merge";
        const isHit = isMerge && isGranted(reply) && !isTrial(request);
        const path = objectPath(request);
        if (isHit && managedFields !== undefined) sent.set(path, managedFields);
        const shown = sent.get(path);
        if (shown === undefined) return reply;
        return withObjects(reply, (object: JsonObject) =>
          withMetadata(object, { managedFields: shown }),
        );
      },
    };
  },
});
