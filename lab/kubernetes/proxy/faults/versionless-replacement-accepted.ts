import { contentOf } from "../api-reply.ts";
import { bodyOf, formatOf, readingOf, withBody } from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";
import { metadataText, withMetadata } from "../stored-object.ts";

/** A missing version is taken for the current one. */
export const versionlessReplacementAccepted = defineProxyFault({
  name: "versionless-replacement-accepted",
  summary: "A replacement of the status without a version is accepted.",
  breaks: ["concurrency.replacement-needs-version", "concurrency.empty-version-refused"],
  begin: () => ({
    answer: async (request, server) => {
      const body = bodyOf(request);
      const isBare = metadataText(body, "resourceVersion") === "";
      if (formatOf(request) !== "put" || !isBare) return server.send(request);
      const stored = contentOf(await server.send(readingOf(request)));
      const resourceVersion = metadataText(stored, "resourceVersion");
      return server.send(withBody(request, withMetadata(body, { resourceVersion })));
    },
  }),
});
