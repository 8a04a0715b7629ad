import { contentOf, isGranted, withObjects } from "../api-reply.ts";
import { isStatusWrite } from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";
import { metadataText, withMetadata } from "../stored-object.ts";

/** Every write to an object that is to go asks for its deletion again. */
export const deletionTimeMoves = defineProxyFault({
  name: "deletion-time-moves",
  summary: "A status write to an object that waits for finalizers moves the time of its deletion.",
  breaks: ["write.keeps-deletion-time"],
  begin: () => {
    const moved = new Set<string>();
    return {
      answer: async (request, server) => {
        const reply = await server.send(request);
        if (isStatusWrite(request) && isGranted(reply)) {
          moved.add(metadataText(contentOf(reply), "uid"));
        }
        return withObjects(reply, (object) =>
          moved.has(metadataText(object, "uid")) && metadataText(object, "deletionTimestamp") !== ""
            ? withMetadata(object, { deletionTimestamp: "2099-01-01T00:00:00Z" })
            : object,
        );
      },
    };
  },
});
