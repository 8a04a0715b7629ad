import { isGranted } from "../api-reply.ts";
import { mergingInto } from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";

/** A deletion takes place at once. */
export const finalizersIgnored = defineProxyFault({
  name: "finalizers-ignored",
  summary: "A deleted object goes although finalizers are left.",
  breaks: ["deletion.waits-for-finalizers"],
  begin: () => ({
    answer: async (request, server) => {
      const reply = await server.send(request);
      if (request.method !== "DELETE" || !isGranted(reply)) return reply;
      await server.send(mergingInto(request, { metadata: { finalizers: null } }));
      return reply;
    },
  }),
});
