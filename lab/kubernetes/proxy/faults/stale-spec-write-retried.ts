import { contentOf } from "../api-reply.ts";
import { bodyOf, formatOf, isSpecWrite, readingOf, withBody } from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";
import { metadataText, withMetadata } from "../stored-object.ts";

/** The same for the other side. */
export const staleSpecWriteRetried = defineProxyFault({
  name: "stale-spec-write-retried",
  summary: "A replacement of the spec that meets a conflict is repeated with the current version.",
  breaks: ["concurrency.stale-spec-write-conflicts"],
  begin: () => ({
    answer: async (request, server) => {
      const reply = await server.send(request);
      if (!isSpecWrite(request) || formatOf(request) !== "put" || reply.status !== 409) {
        return reply;
      }
      const stored = contentOf(await server.send(readingOf(request)));
      const resourceVersion = metadataText(stored, "resourceVersion");
      const body = withMetadata(bodyOf(request), { resourceVersion });
      return server.send(withBody(request, body));
    },
  }),
});
