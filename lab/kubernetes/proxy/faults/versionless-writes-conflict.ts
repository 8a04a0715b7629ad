import { refusing } from "../api-reply.ts";
import { bodyOf, formatOf, isStatusWrite } from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";
import { metadataText } from "../stored-object.ts";

/** A write that meets another one is not tried again. */
export const versionlessWritesConflict = defineProxyFault({
  name: "versionless-writes-conflict",
  summary: "Of merge patches of a status without a version that come at once, one is carried out.",
  breaks: ["concurrency.versionless-writes-all-land"],
  begin: () => {
    const underWay = new Set<string>();
    return {
      answer: async (request, server) => {
        const { path } = request;
        const isMerge = isStatusWrite(request) && formatOf(request) === "merge";
        const isFree = metadataText(bodyOf(request), "resourceVersion") === "";
        if (!isMerge || !isFree) return server.send(request);
        if (underWay.has(path)) return refusing(409, "Conflict", "the object has been modified");
        underWay.add(path);
        try {
          return await server.send(request);
        } finally {
          underWay.delete(path);
        }
      },
    };
  },
});
