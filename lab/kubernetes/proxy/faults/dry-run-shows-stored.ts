import { isGranted } from "../api-reply.ts";
import { isStatusWrite, isTrial, readingOf } from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";

/** What is not stored cannot be read back. */
export const dryRunShowsStored = defineProxyFault({
  name: "dry-run-shows-stored",
  summary: "The reply to a status write that is only tried is the object as it is.",
  breaks: ["write.dry-run-returns-the-result"],
  begin: () => ({
    answer: async (request, server) => {
      const reply = await server.send(request);
      const isHit = isStatusWrite(request) && isTrial(request) && isGranted(reply);
      return isHit ? server.send(readingOf(request)) : reply;
    },
  }),
});
