import { isGranted } from "../api-reply.ts";
import { isStatusWrite, readingOf } from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";

/** The object is fetched before the request is looked at. */
export const optionsAfterExistence = defineProxyFault({
  name: "options-after-existence",
  summary: "A status write to a missing object is not found, whatever its options are.",
  breaks: ["errors.options-before-existence"],
  begin: () => ({
    answer: async (request, server) => {
      const reply = await server.send(request);
      if (!isStatusWrite(request) || isGranted(reply)) return reply;
      const found = await server.send(readingOf(request));
      return found.status === 404 ? found : reply;
    },
  }),
});
