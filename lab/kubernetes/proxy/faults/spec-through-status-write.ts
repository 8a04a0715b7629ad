import { isJsonObject } from "#contract";
import { isGranted } from "../api-reply.ts";
import { bodyOf, isStatusWrite, isTrial, mergingInto } from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";

/** The whole object is stored, whatever endpoint it came to. */
export const specThroughStatusWrite = defineProxyFault({
  name: "spec-through-status-write",
  summary: "A spec in a status write is stored.",
  breaks: ["isolation.status-write-never-changes-spec"],
  begin: () => ({
    answer: async (request, server) => {
      const reply = await server.send(request);
      const { spec } = bodyOf(request);
      const isCarried = isStatusWrite(request) && !isTrial(request) && isJsonObject(spec);
      if (!isCarried || !isGranted(reply)) return reply;
      return server.send(mergingInto(request, { spec }));
    },
  }),
});
