import { isGranted } from "../api-reply.ts";
import { bodyOf, isStatusWrite, mergingInto } from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";

/** A path that leads nowhere leads to the object. */
export const statusMutationWithoutSubresource = defineProxyFault({
  name: "status-mutation-without-subresource",
  summary: "A status write to a kind without a status subresource writes the object.",
  breaks: ["write.no-status-mutation-without-status"],
  begin: () => ({
    answer: async (request, server) => {
      const reply = await server.send(request);
      const isPlain = request.resource?.plural.startsWith("gadget") === true;
      if (!isStatusWrite(request) || !isPlain || isGranted(reply)) return reply;
      return server.send(mergingInto(request, { status: bodyOf(request)["status"] ?? {} }));
    },
  }),
});
