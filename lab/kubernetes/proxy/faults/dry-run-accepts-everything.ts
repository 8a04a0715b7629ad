import { isGranted } from "../api-reply.ts";
import { isStatusWrite, isTrial, readingOf } from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";

/** A trial is answered before it is looked at. */
export const dryRunAcceptsEverything = defineProxyFault({
  name: "dry-run-accepts-everything",
  summary: "A status write that is only tried is accepted, whatever is in it.",
  breaks: ["write.dry-run-is-decided-like-the-write"],
  begin: () => ({
    answer: async (request, server) => {
      const reply = await server.send(request);
      if (!isStatusWrite(request) || !isTrial(request) || isGranted(reply)) return reply;
      return server.send(readingOf(request));
    },
  }),
});
