import type { JsonObject, JsonValue } from "#contract";
import { contentOf, isGranted } from "../api-reply.ts";
import { asAdministrator, isStatusWrite, isTrial, objectPath } from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";
import { metadataText, partOf, without } from "../stored-object.ts";

/** A status write is an upsert. */
export const statusWriteRevives = defineProxyFault({
  name: "status-write-revives",
  summary: "A status write to an object that was deleted creates it.",
  breaks: ["deletion.nothing-comes-back"],
  begin: () => {
    const known = new Map<string, JsonObject>();
    return {
      answer: async (request, server) => {
        const reply = await server.send(request);
        const path = objectPath(request);
        if (isStatusWrite(request) && isGranted(reply)) known.set(path, contentOf(reply));
        const gone = known.get(path);
        const isHit = isStatusWrite(request) && !isTrial(request) && reply.status === 404;
        if (!isHit || gone === undefined) return reply;
        return server.send({
          ...asAdministrator(request),
          method: "POST",
          path: path.slice(0, path.lastIndexOf("/")),
          query: {},
          headers: { ...asAdministrator(request).headers, "content-type": "application/json" },
          text: JSON.stringify({
            ...without(gone, "status"),
            metadata: { name: metadataText(gone, "name"), labels: labelsOf(gone) },
          }),
        });
      },
    };
  },
});

function labelsOf(object: JsonObject): JsonValue {
  return partOf(object, "metadata")["labels"] ?? {};
}
