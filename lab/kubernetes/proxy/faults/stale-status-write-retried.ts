import { contentOf } from "../api-reply.ts";
import { bodyOf, formatOf, isStatusWrite, readingOf, withBody } from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";
import { metadataText, withMetadata } from "../stored-object.ts";

/** A gateway that means well repeats what was refused, on the version that is current. */
export const staleStatusWriteRetried = defineProxyFault({
  name: "stale-status-write-retried",
  summary:
    "A replacement of the status that meets a conflict is repeated with the current version.",
  breaks: [
    "concurrency.stale-status-write-conflicts",
    "concurrency.one-winner",
    "concurrency.no-lost-increment",
    "concurrency.old-incarnation-write-conflicts",
    "concurrency.spec-and-status-share-the-version",
    "allocation.decision-is-guarded",
  ],
  begin: () => ({
    answer: async (request, server) => {
      const reply = await server.send(request);
      if (!isStatusWrite(request) || formatOf(request) !== "put" || reply.status !== 409) {
        return reply;
      }
      const stored = contentOf(await server.send(readingOf(request)));
      const resourceVersion = metadataText(stored, "resourceVersion");
      const body = withMetadata(bodyOf(request), { resourceVersion });
      return server.send(withBody(request, body));
    },
  }),
});
