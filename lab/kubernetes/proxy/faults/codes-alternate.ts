import { isGranted, refusing } from "../api-reply.ts";
import { isStatusWrite } from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";

/** Which of two handlers answers is chance, and each has words of its own. */
export const codesAlternate = defineProxyFault({
  name: "codes-alternate",
  summary: "Every second refusal of a status write to an object is a bad request.",
  breaks: ["errors.stable-code"],
  begin: () => {
    const refusals = new Map<string, number>();
    return {
      answer: async (request, server) => {
        const reply = await server.send(request);
        if (!isStatusWrite(request) || isGranted(reply)) return reply;
        const count = (refusals.get(request.path) ?? 0) + 1;
        refusals.set(request.path, count);
        return count % 2 === 0 ? refusing(400, "BadRequest", "the request is wrong") : reply;
      },
    };
  },
});
