import { isJsonObject } from "#contract";
import { isGranted } from "../api-reply.ts";
import { bodyOf, isSpecWrite, isTrial, mergingInto } from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";

/** The whole object is stored, whatever endpoint it came to. */
export const statusThroughSpecWrite = defineProxyFault({
  name: "status-through-spec-write",
  summary: "A status in a replacement of the object is stored.",
  breaks: ["isolation.spec-write-never-changes-status"],
  begin: () => ({
    answer: async (request, server) => {
      const reply = await server.send(request);
      const { status } = bodyOf(request);
      const isCarried = isSpecWrite(request) && !isTrial(request) && isJsonObject(status);
      if (!isCarried || !isGranted(reply)) return reply;
      const merged = await server.send(mergingInto(request, { status }, "status"));
      return isGranted(merged) ? merged : reply;
    },
  }),
});
