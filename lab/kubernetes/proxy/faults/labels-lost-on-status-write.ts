import { isGranted } from "../api-reply.ts";
import { formatOf, isStatusWrite, isTrial, mergingInto } from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";

/** What a replacement leaves out is gone, on whatever side it is. */
export const labelsLostOnStatusWrite = defineProxyFault({
  name: "labels-lost-on-status-write",
  summary: "A replacement of the status removes the annotations of the object.",
  breaks: ["isolation.status-write-never-changes-metadata"],
  begin: () => ({
    answer: async (request, server) => {
      const reply = await server.send(request);
      const isReplacement = isStatusWrite(request) && formatOf(request) === "put";
      if (!isReplacement || isTrial(request) || !isGranted(reply)) return reply;
      return server.send(mergingInto(request, { metadata: { annotations: null } }));
    },
  }),
});
