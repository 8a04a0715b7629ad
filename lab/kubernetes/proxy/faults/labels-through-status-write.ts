import { isGranted } from "../api-reply.ts";
import { bodyOf, isStatusWrite, isTrial, mergingInto } from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";
import { partOf } from "../stored-object.ts";

/** Metadata belongs to both sides. */
export const labelsThroughStatusWrite = defineProxyFault({
  name: "labels-through-status-write",
  summary: "Labels and annotations in a status write are stored.",
  breaks: ["isolation.status-write-never-changes-metadata"],
  begin: () => ({
    answer: async (request, server) => {
      const reply = await server.send(request);
      const { labels = {}, annotations = {} } = partOf(bodyOf(request), "metadata");
      const count = [labels, annotations].flatMap((part) => Object.keys(part ?? {})).length;
      const isCarried = isStatusWrite(request) && !isTrial(request) && count > 0;
      if (!isCarried || !isGranted(reply)) return reply;
      return server.send(mergingInto(request, { metadata: { labels, annotations } }));
    },
  }),
});
