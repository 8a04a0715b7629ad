import { isStatusWrite, readingOf } from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";

/** The status is not validated, because controllers are trusted. */
export const invalidStatusAccepted = defineProxyFault({
  name: "invalid-status-accepted",
  summary: "A status that violates the schema is accepted, and dropped.",
  breaks: ["errors.invalid-status-refused"],
  begin: () => ({
    answer: async (request, server) => {
      const reply = await server.send(request);
      if (!isStatusWrite(request) || reply.status !== 422) return reply;
      return server.send(readingOf(request));
    },
  }),
});
