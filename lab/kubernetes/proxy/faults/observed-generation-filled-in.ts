import { contentOf } from "../api-reply.ts";
import { bodyOf, isStatusWrite, readingOf, withBody } from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";
import { generationOf, partOf } from "../stored-object.ts";

/** The server knows better what was observed. */
export const observedGenerationFilledIn = defineProxyFault({
  name: "observed-generation-filled-in",
  summary: "A status write stores the current generation as the observed one.",
  breaks: ["generation.observed-stored-as-sent"],
  begin: () => ({
    answer: async (request, server) => {
      const body = bodyOf(request);
      const status = partOf(body, "status");
      if (!isStatusWrite(request) || !("observedGeneration" in status)) return server.send(request);
      const stored = contentOf(await server.send(readingOf(request)));
      const observedGeneration = generationOf(stored);
      return server.send(withBody(request, { ...body, status: { ...status, observedGeneration } }));
    },
  }),
});
