import { contentOf } from "../api-reply.ts";
import {
  asAdministrator,
  bodyOf,
  formatOf,
  isStatusWrite,
  readingOf,
  withBody,
  withQuery,
} from "../api-request.ts";
import { defineProxyFault } from "../proxy-fault.ts";
import { metadataText, withMetadata } from "../stored-object.ts";

/** The content is looked at first, by whoever has time. */
export const validationBeforeVersion = defineProxyFault({
  name: "validation-before-version",
  summary: "A replacement of the status that is stale and invalid is refused as invalid.",
  breaks: ["errors.stale-and-invalid-order"],
  begin: () => ({
    answer: async (request, server) => {
      const reply = await server.send(request);
      const isPut = isStatusWrite(request) && formatOf(request) === "put";
      if (!isPut || reply.status !== 409) return reply;
      const stored = contentOf(await server.send(readingOf(request)));
      const resourceVersion = metadataText(stored, "resourceVersion");
      const current = withBody(request, withMetadata(bodyOf(request), { resourceVersion }));
      const tried = await server.send(withQuery(asAdministrator(current), { dryRun: "All" }));
      return tried.status === 422 ? tried : reply;
    },
  }),
});
