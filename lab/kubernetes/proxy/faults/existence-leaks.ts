import { readingOf } from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";

/** The object is looked up before the permission. */
export const existenceLeaks = defineProxyFault({
  name: "existence-leaks",
  summary: "A denied caller learns whether the object exists.",
  breaks: ["authorization.existence-not-disclosed"],
  begin: () => ({
    answer: async (request, server) => {
      const reply = await server.send(request);
      if (reply.status !== 403 || request.resource?.name === undefined) return reply;
      const found = await server.send(readingOf(request));
      return found.status === 404 ? found : reply;
    },
  }),
});
